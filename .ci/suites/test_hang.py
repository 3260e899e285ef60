"""A test that `.ci/check-suites` interrupts."""

import time
from pathlib import Path


def test_hang(usher, request):
    Path(f"ready-{request.config.workerinput['workerid'] if hasattr(request.config, 'workerinput') else 'alone'}").touch()
    time.sleep(60)
