"""Where the usher program of this package is."""

from __future__ import annotations

import functools
import os
import sysconfig
from pathlib import Path


@functools.lru_cache(maxsize=None)
def program() -> str:
    """Return the path of the usher program that pip installed with this package."""
    user_scheme = sysconfig.get_preferred_scheme("user") if hasattr(sysconfig, "get_preferred_scheme") else "posix_user"
    folders = [
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", user_scheme)),
        # pip install --target
        Path(__file__).parent.parent / "bin",
    ]
    for folder in folders:
        path = folder / "usher"
        if os.access(path, os.X_OK):
            return str(path)
    raise FileNotFoundError(f"usher is not in {', '.join(map(str, folders))}, where usher-auth installs it")
