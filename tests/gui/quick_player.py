"""A scripted engine that knows the rules and plays at random, at once.

A first argument says how it is different: `slow` -- it takes its time; `resigns`; `passes`;
`tells` -- it says what it thinks of the position while it chooses; `dies` -- asked for a move, it
ends; `large` -- it plays on larger boards than any.
"""

import sys
import time
from random import Random

from irgo_app.go.coordinates import point_of_vertex, vertex
from irgo_app.go.point import BLACK, PASS, WHITE
from irgo_app.go.position import Position
from irgo_app.go.rules import play, why_illegal

COLOURS = {"b": BLACK, "w": WHITE}
SLOW_S = 0.5


def main() -> None:
    manner = sys.argv[1] if len(sys.argv) > 1 else ""
    known = ["boardsize", "clear_board", "komi", "play", "genmove", "undo", "set_position", "name",
             "version", "quit"]
    if manner == "tells":
        known += ["kata-analyze", "kata-genmove_analyze"]
    random, position = Random(5), Position.empty(5)
    for line in sys.stdin:
        number, command, *words = line.split()
        answer = ""
        if command == "protocol_version":
            answer = "2"
        elif command in ("name", "version"):
            answer = "Quick"
        elif command == "list_commands":
            answer = "\n".join(known)
        elif command == "boardsize" and manner == "large":
            print(f"?{number} unacceptable size\n", flush=True)
            continue
        elif command == "boardsize":
            position = Position.empty(int(words[0]))
        elif command == "clear_board":
            position = Position.empty(position.columns)
        elif command == "play":
            point = point_of_vertex(words[1], position.columns, position.rows)
            position = play(position, COLOURS[words[0].lower()], point)
        elif command == "set_position":
            position = Position.empty(position.columns).with_stones({
                point_of_vertex(name, position.columns, position.rows): COLOURS[colour.lower()]
                for colour, name in zip(words[::2], words[1::2], strict=True)})
        elif command.endswith(("genmove", "genmove_analyze")):
            if manner == "dies":
                return
            if manner == "slow":
                time.sleep(SLOW_S)
            colour = COLOURS[words[0].lower()]
            legal = [point for point in range(len(position.cells))
                     if why_illegal(position, colour, point) is None]
            move = PASS if manner == "passes" or not legal else random.choice(legal)
            position = play(position, colour, move)
            answer = "resign" if manner == "resigns" else vertex(
                move, position.columns, position.rows)
            if "analyze" in command:
                answer = ("\ninfo move A1 visits 7 winrate 0.5 scoreMean 0 scoreLead 0 prior 0.1 "
                          f"lcb 0.4 order 0 pv A1\nplay {answer}")
        sys.stdout.write(f"={number} {answer}\n\n")
        sys.stdout.flush()
        if command == "quit":
            return


if __name__ == "__main__":
    main()
