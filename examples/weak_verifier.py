#!/usr/bin/env python3
"""A verifier of context compactions, and a bad one on purpose.

It does what published subset checks do: lists may only grow, unknown writes stay unknown, the task and the
source of truth stay the same, and the next action is one action. That sounds complete. Run it and see what it
lets through:

    holdfast hunt --subject 'python3 examples/weak_verifier.py'

It is also the shortest useful example of the protocol subject/v1: one JSON object a line, in and out.
"""

import base64
import json
import sys

SCHEMA = "resume-manifest/v1"
TEXTS = ("taskId", "objective", "nextExactAction", "rollback")
# Each list, and our own word for the loss of one of its items.
LISTS = {
    "prohibitions": "lost_prohibition",
    "completionChecks": "lost_check",
    "consumedAuthorities": "lost_authority",
    "completedPhases": "lost_phase",
}

HELLO = {
    "type": "hello",
    "protocol": 1,
    "name": "weak-verifier-python",
    "version": "1",
    "schemas": [SCHEMA],
    # It pays no attention to the policy, which is one more of its faults.
    "policies": ["exact", "monotone"],
    "evidence": [],
    # Our words for what is wrong, in Holdfast's codes: so a refusal for the wrong reason can be told apart.
    "reasons": {
        "nothing_before": "before_missing",
        "nothing_after": "after_missing",
        "unreadable": "invalid_json",
        "incomplete": "required_missing",
        "other_task": "task_changed",
        "other_source": "canonical_reference_changed",
        "bad_action": "next_action_not_exact_one",
        "lost_unknown_write": "external_write_dropped_or_changed",
        "lost_prohibition": "prohibitions_dropped",
        "lost_check": "completionChecks_dropped",
        "lost_authority": "consumedAuthorities_dropped",
        "lost_phase": "completedPhases_dropped",
    },
}


class Refused(Exception):
    """Carries the reason."""


def document(message, side):
    """The manifest of one side. Malformed ones come as text, marked with "raw", or in base64."""
    if side + "Base64" in message:
        found = base64.b64decode(message[side + "Base64"])
    else:
        found = message[side]
    if found is None:
        raise Refused("nothing_" + side)
    if message.get("raw"):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            raise Refused("unreadable") from None
    if not is_complete(found):
        raise Refused("incomplete")
    return found


def is_complete(manifest):
    return (
        isinstance(manifest, dict)
        and all(isinstance(manifest.get(name), str) and manifest[name].strip() for name in TEXTS)
        and all(isinstance(manifest.get(name), list) for name in LISTS)
        and isinstance(manifest.get("externalWrites"), list)
        and all(isinstance(write, dict) for write in manifest["externalWrites"])
        and isinstance(manifest.get("canonical"), dict)
        and isinstance(manifest["canonical"].get("sha256"), str)
    )


def unknown_effects(manifest):
    return [w.get("effectId") for w in manifest["externalWrites"] if w.get("status") == "unknown"]


def reasons_against(before, after):
    reasons = []
    if after["taskId"] != before["taskId"]:
        reasons.append("other_task")
    if after["canonical"]["sha256"] != before["canonical"]["sha256"]:
        reasons.append("other_source")
    for name, reason in LISTS.items():
        if not all(item in after[name] for item in before[name]):
            reasons.append(reason)
    if not all(effect in unknown_effects(after) for effect in unknown_effects(before)):
        reasons.append("lost_unknown_write")
    if any(joint in after["nextExactAction"] for joint in (";", " && ", "\n")):
        reasons.append("bad_action")
    return reasons


def answer(message):
    if message["type"] == "hello":
        return HELLO
    try:
        reasons = reasons_against(document(message, "before"), document(message, "after"))
    except Refused as refused:
        reasons = [str(refused)]
    verdict = "reject" if reasons else "accept"
    return {"id": message["id"], "verdict": verdict, "reasons": reasons}


for line in sys.stdin:
    # Flushed after every line: without that, the answer stays in a buffer and the deadline passes.
    print(json.dumps(answer(json.loads(line))), flush=True)
