"""Take from a Python process what Windows does not have: the processes of bots must do without."""

import os
import signal
import sys

sys.modules["resource"] = None  # type: ignore[assignment]
for name in ("fork", "killpg", "setsid", "getppid"):
    if hasattr(os, name) and name != "getppid":
        delattr(os, name)
for name in ("setitimer", "alarm", "SIGALRM", "SIGKILL"):
    delattr(signal, name)
