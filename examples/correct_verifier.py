#!/usr/bin/env python3
"""A verifier of context compactions that nothing should get past, for both versions of manifests, without evidence.

Written from docs/formats.md alone, so that it and the built-in check each other. It denies by default: two whole
documents that mean the same pass, and nothing else. Its reasons are its own words: a refusal counts, but not why.
"""

import base64, datetime, json, re, sys, unicodedata  # noqa: E401

HEX, TOKEN = "[0-9a-f]{64}", "[a-z][a-z0-9_.-]*"
PATH = r"(?!(.*/)?\.{0,2}(/|$))[^\\\x00-\x1f\x7f-\x9f]{1,1024}"
# An object is a dict ("?" marks what may be absent), a list is [item, the keys of an item], a text is a pattern or:
# prose (something to see in it), id (all of it to be seen, and in NFC), time, action, count or object.
WRITE = {"operation": "prose", "effectId": "prose", "status": "unknown|confirmed"}
V1 = {"schema?": "resume-manifest/v1", "taskId": "prose", "objective": "prose", "rollback": "prose", "nextExactAction": "action",
      "canonical": {"path": PATH, "sha256": HEX, "readAt": "prose"}, "externalWrites": [WRITE, ["effectId"]],
      **dict.fromkeys(("completedPhases", "consumedAuthorities", "prohibitions", "completionChecks"), ["prose", []])}
OBLIGATION = {"obligationId": "id", "kind": "prohibition|scope|completion|method|explain_exception", "text": "prose",
              "state": "open|fulfilled"}
V2 = {**V1, "schema": "resume-manifest/v2", "taskId": "id",
      "canonical": [{"root": "id", "path": PATH, "sha256": HEX, "readAt": "time"}, ["root", "path"]],
      "events": [{"eventId": "id", "kind": TOKEN, "answers?": "id"}, ["eventId"]],
      "nextExactAction": {"operation": TOKEN, "target": "prose", "arguments?": "object"},
      "externalWrites": [{**WRITE, "operation": "id", "effectId": "id", "receipt?": "prose"}, ["effectId"]],
      "consumedAuthorities": [{"authorityId": "id", "holder": "prose", "effectId": "id"}, ["authorityId"]],
      "directives": [{"directiveId": "id", "sourceEntryId": "id", "sourceSha256": HEX, "text": "prose", "obligations":
                      [OBLIGATION, ["obligationId"]], "state": "active|replaced|withdrawn|fulfilled"}, ["directiveId"]],
      "decisions": "object", "lineage": {"generation": "count", "parent": "object", "sourceSha256": HEX,
                                         "coverage": "object", "ledgerHead": "object"}}
JOINT = re.compile(r"[;|&\n\r\v\f\x85\u2028\u2029]|(^|\s)(\d+[.)]|[-*•])\s.*\s(\d+[.)]|[-*•])\s|その後|(して|た)(から|後)|"
                   r"\b(then|thereafter|afterwards?|subsequently|followed by|after (that|which)|once done)\b", re.I)
QUOTED = re.compile("\"[^\"]*\"|'[^']*'|“[^”]*”|‘[^’]*’|«[^»]*»|「[^」]*」|『[^』]*』|《[^》]*》|`[^`]*`")
IGNORED = re.compile("[\u2800\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]")
DECISION, BLANK = {"digest": f"d1:(sha256|hmac-sha256:[^:]+):{HEX}", "observedAt": "time", "source": "prose"}, "".join(map(chr, range(33))) + "\x7f"
BAD = re.compile("[\0\ud800-\udfff\ufdd0-\ufdef" + "".join(chr(p << 16 | c) for p in range(17) for c in (0xFFFE, 0xFFFF)) + "]")
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z", re.A)

def seen(text):  # how many of its characters
    return len(text) - sum(map(text.count, BLANK)) if text.isascii() else sum(unicodedata.category(c) not in ("Cc", "Cf", "Cn", "Co", "Zs", "Zl", "Zp") and not IGNORED.match(c) for c in text)
def is_joined(text):  # two operations in one text; what only looks like a letter or a sign is folded first
    plain = unicodedata.normalize("NFKC", "".join(c for c in text if unicodedata.category(c) != "Cf"))
    return JOINT.search(QUOTED.sub("Q", plain.translate(dict(zip(map(ord, "аеорсух"), "aeopcyx"))))) is not None
def instant(text):  # comparable; None if it is no time
    try:
        found = TIME.fullmatch(text)
        datetime.datetime.fromisoformat(found[1])
        return found[1], (found[2] or "").rstrip("0")
    except (TypeError, ValueError):
        return None

def fits(value, shape):
    if isinstance(shape, dict):
        names = {name.rstrip("?"): name for name in shape}
        return isinstance(value, dict) and set(value) <= set(names) and all(
            fits(value[name], shape[spelled]) if name in value else spelled[-1] == "?" for name, spelled in names.items())
    if isinstance(shape, list):
        item, keys = shape
        if not isinstance(value, list) or not all(fits(one, item) for one in value):
            return False
        return len({tuple(one[key] for key in keys) if keys else one for one in value}) == len(value)
    if shape in ("count", "object"):  # the object of which is looked at where it belongs
        return type(value) is int and value >= 0 if shape == "count" else value is None or isinstance(value, (dict, str))
    return isinstance(value, str) and seen(value) > 0 and (KINDS[shape](value) if shape in KINDS else re.fullmatch(shape, value) is not None)

KINDS = {"prose": lambda text: True, "action": lambda text: not is_joined(text), "time": lambda text: instant(text) is not None,
         "id": lambda text: seen(text) == len(text) and unicodedata.is_normalized("NFC", text)}

def texts(value, name=""):  # every text and every name, with its member
    for key, inner in value.items() if isinstance(value, dict) else ((name, i) for i in value) if isinstance(value, list) else ():
        yield from ((key, key), *texts(inner, key))
    if isinstance(value, str):
        yield name, value
def is_whole_v2(m):
    action, lineage, cover, head = m["nextExactAction"], m["lineage"], m["lineage"]["coverage"], m["lineage"]["ledgerHead"]
    known, answered, runs = set(), set(), re.match(r"(shell|script)\.|(run|exec)$", action["operation"])
    for event in m["events"]:
        if "answers" in event and (event["answers"] not in known or event["kind"] != "progress" and event["answers"] in answered):
            return False
        known.add(event["eventId"])
        answered |= {event.get("answers")} if event["kind"] != "progress" else set()
    return (not any(name == "operation" or runs and is_joined(text) for name, text in texts(action.get("arguments", {})))
            and isinstance(action.get("arguments", {}), dict) and isinstance(m["decisions"], dict) and len(m["canonical"]) > 0
            and all((write["status"] == "confirmed") == ("receipt" in write) for write in m["externalWrites"])
            and all(d["obligations"] and (d["state"] != "fulfilled" or all(o["state"] == "fulfilled" for o in d["obligations"]))
                    for d in m["directives"])
            and all(re.fullmatch(TOKEN, name) and fits(decision, DECISION) for name, decision in m["decisions"].items())
            and (lineage["parent"] is None if lineage["generation"] == 0 else fits(lineage["parent"], f"sc[12]:sha256:{HEX}"))
            and (cover is None if lineage["generation"] == 0 else
                 fits(cover, dict.fromkeys(("fromSeq", "toSeq", "tailFromSeq"), "count")) and 1 <= cover["fromSeq"] <= cover["toSeq"] == cover["tailFromSeq"] - 1)
            and (head is None or fits(head, {"seq": "count", "sha256": HEX}) and head["seq"] > 0))

def strict(value):  # called by the reader for every number and every object of a text
    if isinstance(value, list) and len(dict(value)) < len(value) or isinstance(value, str) and (
            not re.fullmatch("0|-?[1-9][0-9]*", value) or abs(int(value)) >= 2**53):
        raise ValueError("a member twice, or a number that no document may hold")
    return dict(value) if isinstance(value, list) else int(value)

def read(message, side):
    m = base64.b64decode(message[side + "Base64"]).decode() if side + "Base64" in message else message[side]
    if message.get("raw"):
        m = json.loads(m, object_pairs_hook=strict, parse_float=strict, parse_constant=strict, parse_int=strict)
    v2 = isinstance(m, dict) and m.get("schema") == V2["schema"]
    bad = message.get("raw") and BAD.search("".join(str(text) for _, text in texts(m)))  # code points that none may hold
    if bad or not fits(m, V2 if v2 else V1) or v2 and not is_whole_v2(m):
        raise ValueError("no manifest")
    return m
def sources(m):
    return [m["canonical"]] if isinstance(m["canonical"], dict) else m["canonical"]
def meaning(m):
    m = {"schema": V1["schema?"], **m, "lineage": None}  # the lineage has rules of its own
    m["canonical"] = [{name: source[name] for name in source if name != "readAt"} for source in sources(m)]
    if "directives" in m:
        m["directives"] = [{**d, "obligations": sorted(d["obligations"], key=sort_key)} for d in m["directives"]]
        m["decisions"] = {name: decision["digest"] for name, decision in m["decisions"].items()}
    for name in ("canonical", "externalWrites", "consumedAuthorities", "prohibitions", "completionChecks", "directives"):
        m[name] = sorted(m.get(name, []), key=sort_key)
    return sort_key(m)
def times(m):
    return [instant(s["readAt"]) for s in sorted(sources(m), key=lambda s: (s.get("root", ""), s["path"]))] + [
        instant(decision["observedAt"]) for _, decision in sorted(m.get("decisions", {}).items())]

def reasons(message):
    before, after = read(message, "before"), read(message, "after")
    for name in ("prohibitions", "completionChecks") if message["policy"] == "monotone" else ():
        after[name] = before[name] if set(before[name]) <= set(after[name]) else after[name]
    if meaning(before) != meaning(after):
        return ["another meaning"]
    if any(a and b and a < b for a, b in zip(times(after), times(before))):
        return ["older evidence"]
    return [] if before.get("lineage") == after.get("lineage") else ["lineage"]
sort_key = json.JSONEncoder(sort_keys=True).encode
HELLO = {"type": "hello", "protocol": 1, "name": "correct-verifier-python", "version": "1", "evidence": [],
         "schemas": ["resume-manifest/v1", "resume-manifest/v2"], "policies": ["exact", "monotone"]}
for line in sys.stdin:
    question = json.loads(line)
    try:
        if question["type"] == "hello":
            reply = HELLO
        elif question["step"] != "pair":
            reply = {"id": question["id"], "error": "only pairs are judged here"}
        else:
            found = reasons(question)
            reply = {"id": question["id"], "verdict": "reject" if found else "accept", "reasons": found}
    except (ValueError, RecursionError):
        reply = {"id": question["id"], "verdict": "reject", "reasons": ["no manifest"]}
    print(json.dumps(reply), flush=True)
