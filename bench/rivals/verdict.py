"""The rival of the verdict rows in Python; verdict.js says what it does.

python3 verdict.py BEFORE AFTER PAIR BATCH_MS     prints: verdict.python <tab> PAIR <tab> nanoseconds
"""

import json
import re
import sys
import time

TEXTS = ("taskId", "objective", "nextExactAction", "rollback")
LISTS = ("completedPhases", "consumedAuthorities", "prohibitions", "completionChecks")
JOINED = re.compile(r";|\n| && | and then ")


def problems(record_text, result_text):
    record = json.loads(record_text)
    result = json.loads(result_text)
    found = []
    for name in TEXTS:
        if not isinstance(result[name], str) or not result[name].strip():
            found.append(name + " is missing")
    if result["taskId"] != record["taskId"]:
        found.append("another task")
    if result["canonical"]["sha256"] != record["canonical"]["sha256"]:
        found.append("another canonical document")
    for name in LISTS:
        kept = set(result[name])
        for item in record[name]:
            if item not in kept:
                found.append(name + " lost an item")
    writes = {write["effectId"]: write for write in result["externalWrites"]}
    for write in record["externalWrites"]:
        kept = writes.get(write["effectId"])
        if kept is None or kept["status"] != write["status"]:
            found.append("an external write was lost")
    if JOINED.search(result["nextExactAction"]):
        found.append("more than one next action")
    return found


def batch_ns(before, after, calls):
    begin = time.perf_counter_ns()
    total = 0
    for _ in range(calls):
        total += len(problems(before, after))
    if total:
        raise SystemExit("the good pair has problems")
    return time.perf_counter_ns() - begin


def main():
    if len(sys.argv) != 5:
        raise SystemExit("usage: python3 verdict.py BEFORE AFTER PAIR BATCH_MS")
    with open(sys.argv[1], encoding="utf-8") as stream:
        before = stream.read()
    with open(sys.argv[2], encoding="utf-8") as stream:
        after = stream.read()
    wanted_ns = float(sys.argv[4]) * 1e6
    calls = 100
    while batch_ns(before, after, calls) < wanted_ns:
        calls *= 2
    best = min(batch_ns(before, after, calls) / calls for _ in range(25))
    print(f"verdict.python\t{sys.argv[3]}\t{best:.3f}")


main()
