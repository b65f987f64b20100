"""An engine that does on command what engines do to their users. Run as a script.

`mode` as first argument: what happens before the first command ("ok", "exit", "silent", "noise",
"stderr"). Commands: the usual ones on a board it does not keep, and misbehaviour by name.
"""

import os
import signal
import subprocess
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def grandchild(kind: str) -> int:
    """Start a process that leaves the engine's group and session and forgets who started it.

    An orphan besides has lost its parent, as a daemon has.
    """
    sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
    if kind == "session":
        return subprocess.Popen(sleeper, start_new_session=True, env={}).pid
    starter = ("import subprocess, sys\n"
               "print(subprocess.Popen(sys.argv[1:], start_new_session=True, env={},"
               " stdout=subprocess.DEVNULL).pid)")
    found = subprocess.run([sys.executable, "-S", "-c", starter, *sleeper], text=True,
                           stdout=subprocess.PIPE, check=True, start_new_session=True)
    return int(found.stdout)


def main() -> None:
    mode = sys.argv[1] if len(sys.argv) > 1 else "ok"
    if mode == "exit":
        sys.stderr.write("Could not open weights file: no.txt\n")
        sys.exit(1)
    if mode == "silent":
        time.sleep(600)
    while mode == "babble":
        say("Would you like to play a game?\n")
    while mode == "endless line":
        say("Would you like to play a game? " * 1000)
    while mode == "flood of errors":
        sys.stderr.write("x" * 1000 + "\n")
    if mode == "noise":
        say("Welcome to the engine\n\n= 17 liberties\nstill loading\n\n")
    if mode == "stderr":
        for number in range(30_000):
            sys.stderr.write(f"line {number} " + "x" * 60 + "\n")
    for raw in sys.stdin:
        words = raw.split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        command = words[0] if words else ""
        if command == "name":
            say(f"={number} Fake\n\n")
        elif command == "version":
            say(f"={number} 1.0\n\n")
        elif command == "protocol_version":
            say(f"={number} 2\n\n")
        elif command == "list_commands":
            say(f"={number} name\nversion\nlist_commands\nplay\nquit\n\n")
        elif command == "quit":
            say(f"={number}\n\n")
            return
        elif command == "crash":
            sys.stderr.write("CUDA error: out of memory\n")
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGSEGV)
        elif command == "hang":
            time.sleep(600)
        elif command == "flood":
            say(f"={number} ")
            while True:
                say("x" * 60_000 + "\n")
        elif command == "never_ending_line":
            say(f"={number} ")
            while True:
                say("x" * 60_000)
        elif command == "blank_inside":
            say(f"={number} first\n\nsecond block\n\nthird block\n\n")
        elif command == "twice":
            say(f"={number} one\n\n={number} two\n\n=999 three\n\n? no number\n\n")
        elif command == "skip":
            continue
        elif command == "bytes":
            sys.stdout.buffer.write(b"=" + number.encode() + b" \xff\xfe ok\n\n")
            sys.stdout.flush()
        elif command == "analyze":
            say(f"={number}\n")
            for count in range(1, 6):
                say(f"info move D4 visits {count} winrate 5000 order 0 pv D4 Q16\n")
            # Goes on until the next line comes, then ends the answer and answers that line.
            following = sys.stdin.readline().split()
            say(f"\n={following[0]} after\n\n")
        elif command == "analyze_on":
            # An analysis that no line can stop: it goes on, or falls silent after one line.
            say(f"={number}\n")
            say("info move D4 visits 1 winrate 5000 order 0 pv D4\n")
            while words[1] == "talking":
                say("info move D4 visits 2 winrate 5000 order 0 pv D4\n")
            time.sleep(600)
        elif command == "child":
            child = subprocess.Popen(["sleep", "600"])
            say(f"={number} {child.pid}\n\n")
        elif command in ("session", "orphan"):
            say(f"={number} {grandchild(command)}\n\n")
        else:
            say(f"?{number} unknown command\n\n")


if __name__ == "__main__":
    main()
