"""KataGo's analysis engine, scripted. Argument: `ok`, `single`, `crash`, `refuse`.

`single` answers each question at once, `ok` two at a time; `crash` ends after three answers.
"""

import json
import sys


def main() -> None:
    mode, answered, held = sys.argv[1], 0, []
    print("not a line of JSON", flush=True)
    for line in sys.stdin:
        try:
            query = json.loads(line)
        except ValueError:
            print(json.dumps({"error": "could not parse input line as json"}), flush=True)
            continue
        if query.get("action") == "query_version":
            print(json.dumps({**query, "version": "1.0"}), flush=True)
        if query.get("action"):
            continue
        if mode == "refuse":
            print(json.dumps({"id": query["id"], "error": "Could not parse rules"}), flush=True)
            continue
        if mode == "crash" and answered == 3:
            sys.stderr.write("Uncaught exception: out of memory\n")
            sys.exit(134)
        answered += 1
        count = query["boardXSize"] * query["boardYSize"]
        move = {"move": "D4", "visits": query["maxVisits"], "winrate": 0.55, "scoreLead": 1.5,
                "prior": 0.2, "lcb": 0.5, "order": 0, "pv": ["D4", "C6"]}
        held.append(json.dumps({
            "id": query["id"], "turnNumber": len(query["moves"]), "isDuringSearch": False,
            "moveInfos": [move], "ownership": [0.25] * count,
            "rootInfo": {"visits": query["maxVisits"], "winrate": 0.55, "scoreLead": 1.5}}))
        print(json.dumps({"id": query["id"], "isDuringSearch": True}), flush=True)
        # Answers come in pairs, the later question first.
        if len(held) == 2 or mode in ("crash", "single"):
            for answer in reversed(held):
                print(answer, flush=True)
            held.clear()


if __name__ == "__main__":
    main()
