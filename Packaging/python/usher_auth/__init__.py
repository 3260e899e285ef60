"""A Firebase Auth server for your tests, with an outbox, a clock and signed-in users.

With pytest, use the fixture ``usher``. Without it, call `start`. To sign in the users of your own program, call `login`.
"""

from .clock import Clock
from .connection import Refused
from .errors import LoginFailed, NotSignedIn, Unreachable
from .login import Account, Login, login
from .outbox import Mail, NoMessage, Outbox, SMS
from .program import program
from .project import Project
from .server import Server, ServerFailed, start
from .user import User

__all__ = [
    "Account", "Clock", "Login", "LoginFailed", "Mail", "NoMessage", "NotSignedIn", "Outbox", "Project", "Refused", "SMS",
    "Server", "ServerFailed", "Unreachable", "User", "login", "program", "start",
]
