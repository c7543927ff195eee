#!/usr/bin/env python3
"""A compactor for `holdfast compact`, in a few lines: a short summary, and the manifest that has to be carried.

    holdfast compact --source examples/entries.jsonl --compactor 'python3 examples/careful_compactor.py'

`context.manifest` is what the next run has to know. A summariser with a model would put it into its prompt and ask for
it back; this one hands it on. With names of members behind it, it forgets those, and is refused.
"""

import json
import sys

HELLO = {"type": "hello", "protocol": 1, "name": "careful-compactor", "version": "1"}


def compact(message):
    context = message["context"]
    said = [entry["text"] for entry in context["entries"] if entry["author"] == "user"]
    summary = "\n".join([context["previous"] or "So far:", *said])[: message["budget"]["characters"]]
    manifest = dict(context["manifest"])
    for name in sys.argv[1:]:
        manifest[name] = [] if isinstance(manifest[name], list) else "Something else."
    return {"id": message["id"], "summary": summary, "manifest": manifest}


for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps(HELLO if message["type"] == "hello" else compact(message)), flush=True)
