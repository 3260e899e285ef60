"""A Firebase Auth server for your tests, with an outbox, a clock and signed-in users.

With pytest, use the fixture ``usher``. Without it, call `start`.
"""

from .clock import Clock
from .connection import Refused
from .outbox import Mail, NoMessage, Outbox, SMS
from .program import program
from .project import Project
from .server import Server, ServerFailed, start
from .user import User

__all__ = [
    "Clock", "Mail", "NoMessage", "Outbox", "Project", "Refused", "SMS", "Server", "ServerFailed", "User", "program",
    "start",
]
