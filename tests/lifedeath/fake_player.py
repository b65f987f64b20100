"""A scripted engine for the callout. Run as a script: `manner`, then what it is given.

`plays` -- answers genmove with the words given, one after the other, then with `pass`
`garbage`, `hangs`, `dies`, `refuses` -- what it does when it is asked for a move
`owl` -- answers owl_attack and owl_defend with the two texts given
`keeps` -- analyses as Leela Zero does: the words given, one after the other, then `pass`; no stone
    is dead for it
`owns` -- analyses as KataGo does; every point has the ownership given
`thinks` -- tells what its network thinks on a board of 9 lines, as KataGo does: stones stay where
    they are, Black is told to lead by a point for each, and the first vacant point is the best
    move; with a name given, what stands behind that name is cut
"""

import sys
import time

COMMANDS = {
    "keeps": "lz-analyze\nfinal_status_list",
    "owl": "owl_attack\nowl_defend", "owns": "kata-analyze\nset_position\nkata-set-rules",
    "thinks": "kata-raw-nn\nset_position\nkata-set-rules"}
NAMES = {"owns": "KataGo", "thinks": "KataGo", "keeps": "Leela Zero"}
SIDE = 9


def thought(stones: dict[int, int], cut: str) -> str:
    """Return the answer to kata-raw-nn."""
    points = range(SIDE * SIDE)
    best = min(set(points) - stones.keys())
    parts = {
        "whiteLead": [-float(sum(colour > 0 for colour in stones.values()))],
        "policy": ["NAN" if point in stones else float(point == best) for point in points],
        "policyPass": [0.0], "whiteOwnership": [-stones.get(point, 0) for point in points]}
    return "symmetry 0\nwhiteWin 0.5\n" + "\n".join(
        f"{name} " + " ".join(map(str, values[:-1] if name == cut else values))
        for name, values in parts.items())


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main() -> None:
    manner, given = sys.argv[1], sys.argv[2:]
    count, stones = 0, dict[int, int]()
    for raw in sys.stdin:
        words = raw.split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        command = words[0] if words else ""
        answer = f"={number}"
        if command == "protocol_version":
            answer += " 2"
        elif command == "name":
            answer += " " + NAMES.get(manner, "Fake")
        elif command == "list_commands":
            answer += f" name\nplay\ngenmove\nquit\n{COMMANDS.get(manner, '')}".rstrip()
        elif command == "genmove":
            if manner == "dies":
                sys.exit("out of memory")
            if manner == "hangs":
                time.sleep(600)
            if manner == "refuses":
                answer = f"?{number} no"
            elif manner == "garbage":
                answer += " Z99"
            else:
                answer += " " + (given[count] if count < len(given) else "pass")
                count += 1
        elif command == "clear_board":
            stones = {}
        elif command == "set_position":
            for colour, name in zip(words[1::2], words[2::2], strict=True):
                point = (SIDE - int(name[1:])) * SIDE + "ABCDEFGHJ".index(name[0])
                stones[point] = {"B": 1, "W": -1}[colour]
        elif command == "kata-raw-nn":
            answer += " " + thought(stones, given[0] if given else "")
        elif command in ("owl_attack", "owl_defend"):
            answer += " " + given[command == "owl_defend"]
        elif command == "lz-analyze":
            assert "allow B" in raw and "allow W" in raw and "pass" in raw
            move = given[count] if count < len(given) else "pass"
            count += 1
            assert move == "pass" or move in raw.replace(",", " ").split(), "kept from it"
            say(f"{answer}\ninfo move {move} visits 400 winrate 5000 prior 5000 lcb 4000 order 0 "
                f"pv {move}\n")
            following = sys.stdin.readline().split()
            say(f"\n={following[0]} 2\n\n")
            continue
        elif command == "kata-analyze":
            assert "allow B" in raw and "allow W" in raw and "pass" in raw
            owned = " ".join([given[0]] * int(given[1]))
            say(f"{answer}\ninfo move A1 visits 400 winrate 0.5 scoreLead 0 prior 0.1 lcb 0.5 "
                f"order 0 pv A1 B1 ownership {owned}\n")
            following = sys.stdin.readline().split()
            say(f"\n={following[0]} 2\n\n")
            continue
        say(answer + "\n\n")
        if command == "quit":
            return


main()
