#!/usr/bin/env python3
"""A compactor, the way many are written: no model, no network, a few plausible rules.

It keeps the beginning of its previous summary, the first words of what users said, and the newest of what is
left, until the budget is full. That sounds reasonable. Let Holdfast find out what falls out of it, and when:

    holdfast simulate --subject 'python3 examples/compactor.py' --rounds 12 --seed 7
    holdfast simulate --subject 'python3 examples/compactor.py' --sweep

It speaks the `compact` request of subject/v1: one JSON object a line, in and out.
"""

import json
import sys

PREVIOUS_CHARACTERS = 1500  # of the previous summary
USER_CHARACTERS = 300  # of each message of a user
OTHER_CHARACTERS = 80  # of anything else

HELLO = {"type": "hello", "protocol": 1, "name": "example-compactor", "version": "1"}


def clipped(text, characters):
    return text if len(text) <= characters else text[: characters - 1] + "…"


def summarise(entries, previous, budget):
    lines = ["## So far", clipped(previous or "Nothing yet.", PREVIOUS_CHARACTERS), "## Asked"]
    lines += [clipped(entry["text"], USER_CHARACTERS) for entry in entries if entry["author"] == "user"]
    lines.append("## Done lately")
    room = budget - sum(len(line) + 1 for line in lines)
    lately = []
    for entry in reversed(entries):
        line = clipped(entry["author"] + ": " + entry["text"], OTHER_CHARACTERS)
        room -= len(line) + 1
        if entry["author"] == "user":
            continue
        if room < 0:
            break
        lately.append(line)
    return clipped("\n".join(lines + lately[::-1]), budget)


def answer(message):
    if message["type"] == "hello":
        return HELLO
    if message["type"] != "compact":
        return {"id": message["id"], "error": "this is a compactor, not a verifier"}
    context = message["context"]
    summary = summarise(context["entries"], context["previous"], message["budget"]["characters"])
    # What a resumed run has to know, as a resume-manifest/v2, if you have one; Holdfast reads the summary else.
    return {"id": message["id"], "summary": summary, "manifest": None}


for line in sys.stdin:
    # Flushed after every line: without that, the answer stays in a buffer and the deadline passes.
    print(json.dumps(answer(json.loads(line))), flush=True)
