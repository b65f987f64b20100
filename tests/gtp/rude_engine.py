"""An engine that wants to outlive irgo, or answers as no engine should. Run as a script.

The first argument says how. With a second one, a file, it writes its number there.
"""

import os
import signal
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main() -> None:
    mode = sys.argv[1]
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="ascii") as file:
            file.write(f"{os.getpid()} {os.getppid()}\n")
    if mode == "closes":
        sys.stdin.readline()
        os.close(1)
        time.sleep(600)
    for raw in sys.stdin:
        number, command = raw.split()[:2]
        answer = "2" if command == "protocol_version" else "Rude"
        if mode == "wrong":
            say(f"={int(number) + 7} {answer}\n\n")
        elif mode == "unnumbered":
            say(f"= {answer}\n\n")
        elif mode == "half":
            say(f"={number} {answer}\n")
        elif mode == "trickle":
            say(f"={number}\n")
            while True:
                say("still thinking\n")
                time.sleep(0.05)
        elif mode == "returns":
            sys.stdout.buffer.write(f"={number} {answer}\r\r".encode())
            sys.stdout.flush()
        else:
            say(f"={number} {answer}\n\n")
        if mode in ("kills", "stops"):
            os.kill(os.getppid(), signal.SIGKILL if mode == "kills" else signal.SIGSTOP)
    while mode in ("kills", "stops"):
        time.sleep(1)


if __name__ == "__main__":
    main()
