"""A scripted engine that analyses in Leela Zero's, KataGo's or GNU Go's manner.

Arguments: `leela`, `katago` or `values`, then a folder for traces. It writes every command it gets
to `commands.txt` there. A third argument says how its analysis goes wrong:
`crash-once` -- the first one ends in a crash; `crash` -- each does
`ends` -- it ends by itself, as with a limit in the command line
`hang` -- it says nothing and reads nothing any more
`flood` -- as fast as it can, FLOOD times, whatever comes; then it ends by itself
`talker` -- calls itself three million letters, and knows too many commands
`endless` -- it does not care about the line that should stop it
`wait` -- it answers nothing before the file `go` is in the folder, as KataGo when it tunes
"""

import os
import select
import signal
import sys
import time
from pathlib import Path

NAMES = {"leela": "Leela Zero", "katago": "KataGo", "values": "Valuer"}
ANALYSES = {"leela": "lz-analyze", "katago": "kata-analyze\nset_position\nkata-set-rules",
            "values": "top_moves_black\ntop_moves_white"}


FLOOD = 40_000


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def info(kind: str, count: int, points: int) -> str:
    if kind == "leela":
        return (f"info move D4 visits {count} winrate 6000 prior 2500 lcb 5900 order 0 "
                f"pv D4 Q16 info move Q4 visits 2 winrate 5500 prior 1000 lcb 5000 order 1 pv Q4")
    owned = " ".join(["0.5"] * points)
    return (f"info move D4 visits {count} utility 0.1 winrate 0.6 scoreMean 3.5 scoreStdev 9 "
            f"scoreLead 3.5 prior 0.25 lcb 0.59 order 0 pv D4 Q16 ownership {owned}")


class Lines:
    """Standard input line by line, with a look ahead that sees what was read already."""

    def __init__(self) -> None:
        self._held = b""

    def is_waiting(self, seconds: float) -> bool:
        return b"\n" in self._held or bool(select.select([0], [], [], seconds)[0])

    def next(self) -> str:
        while b"\n" not in self._held:
            part = os.read(0, 65536)
            if not part:
                return ""
            self._held += part
        line, _, self._held = self._held.partition(b"\n")
        return line.decode()


def main() -> None:
    kind, folder = sys.argv[1], Path(sys.argv[2])
    manner = sys.argv[3] if len(sys.argv) > 3 else ""
    crash_mark = folder / "crashed"
    while manner == "wait" and not (folder / "go").exists():
        time.sleep(0.02)
    size, refused = 19, "k10"
    trace = (folder / "commands.txt").open("a", buffering=1)
    lines = Lines()
    while True:
        raw = lines.next()
        if not raw:
            return
        words = raw.split()
        number, command, rest = words[0], words[1], words[2:]
        trace.write(" ".join(words[1:]) + "\n")
        if command == "name":
            say(f"={number} {'x' * 3_000_000 if manner == 'talker' else NAMES[kind]}\n\n")
        elif command == "version":
            say(f"={number} 0.17\n\n")
        elif command == "protocol_version":
            say(f"={number} 2\n\n")
        elif command == "list_commands":
            say(f"={number} name\nplay\nundo\nboardsize\nclear_board\nkomi\n"
                f"{ANALYSES[kind]}\n")
            say("c\n" * 50_000 + "\n" if manner == "talker" else "\n")
        elif command == "boardsize":
            size = int(rest[0])
            say(f"={number}\n\n")
        elif command == "play" and rest[1].lower() == refused:
            say(f"?{number} illegal move\n\n")
        elif command == "quit":
            say(f"={number}\n\n")
            return
        elif command.startswith("top_moves"):
            say(f"={number} D4 20.00 Q16 15.00 K4 1.00 C3 0.00 Z99 3 \n\n")
        elif command.endswith("-analyze"):
            if manner == "hang":
                time.sleep(600)
            if manner == "crash" or (manner == "crash-once" and not crash_mark.exists()):
                crash_mark.touch()
                sys.stderr.write("the GPU went away\n")
                sys.stderr.flush()
                os.kill(os.getpid(), signal.SIGSEGV)
            say(f"={number}\n")
            count = 0
            while manner == "flood" and count < FLOOD:
                count += 1
                say(info(kind, count, size * size) + "\n")
            while manner == "endless" or (manner != "flood" and not lines.is_waiting(0.01)):
                count += 10
                say(info(kind, count, size * size) + "\n")
                if manner == "ends" and count == 50:
                    break
            say("\n")
        else:
            say(f"={number}\n\n")


if __name__ == "__main__":
    main()
