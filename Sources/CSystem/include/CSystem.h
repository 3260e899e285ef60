#ifndef CSYSTEM_H
#define CSYSTEM_H

/// The process's arguments, its name first, ended by NULL; NULL where the system does not hand them over.
char **csystem_arguments(void);
int csystem_argument_count(void);

/// Forbids core dumps and, where the system has it, other processes' looks into this one's memory:
/// both would show tokens. Best effort.
void csystem_protect_memory(void);

/// Keeps the C library from giving every thread a heap of its own: a server of many short requests would
/// hold far more memory than it uses. Best effort; before any thread starts.
void csystem_share_heaps(void);

/// Arranges that `signal` is only noted, so that a system call it arrives in ends with EINTR.
/// A signal that was ignored when the process started (nohup, a background job) stays ignored.
int csystem_note_signal(int signal);

/// The last noted signal, or 0.
int csystem_noted_signal(void);

/// A descriptor that is readable while a signal is noted, to be polled and never read; -1 before the first
/// csystem_note_signal. Unlike EINTR it cannot be missed, whichever thread the signal arrives in.
int csystem_noted_signal_descriptor(void);

/// Forgets a noted signal.
void csystem_forget_signal(void);

/// Dies of `signal`, with the default action, so that a shell sees the true cause of death.
void csystem_die_of(int signal);

/// A descriptor that is readable once the child `pid` has ended, for the caller to close; -1 where the system has
/// none.
int csystem_child_descriptor(int pid);

/// The processor time that the process `pid` has taken so far, in nanoseconds; -1 where the system does not say.
long long csystem_processor_time(int pid);

/// The width of the terminal behind `descriptor`; 0 where it is unknown.
int csystem_columns(int descriptor);

/// Its height, likewise.
int csystem_rows(int descriptor);

enum csystem_terminal_event { csystem_terminal_quiet, csystem_terminal_stop, csystem_terminal_resize };

/// From now on Ctrl-Z (SIGTSTP, unless that was ignored from the start) and a change of the window's size are
/// only noted. A descriptor that is readable while one is, to be polled and never read; -1 when none is left.
int csystem_watch_terminal(void);

/// What was noted since the last call.
enum csystem_terminal_event csystem_take_terminal_event(void);

/// Gives both signals back to whoever had them.
void csystem_unwatch_terminal(void);

/// The kind of file system that `path` lies on, as the kernel numbers them; -1 and errno where that cannot be
/// told, 0 where the system does not number them.
long csystem_file_system_kind(const char *path);

/// Takes up a connection that no child program gets and that waits, however `listening` does; -1 and errno on
/// failure. To send on it raises no signal where the system can be told so once and for all.
int csystem_accept(int listening);

/// Gives the system back what was freed, as a request that took much of it leaves it. Best effort.
void csystem_return_memory(void);

/// Renames `from`, unless something is called `to`, both in the open folder: EEXIST then, and EINVAL or ENOSYS where
/// the file system, or the system, cannot promise that.
int csystem_rename_to_new(int folder, const char *from, const char *to);

/// Locks the file until it is closed here, or the process ends: EAGAIN or EACCES where it is locked already. The lock
/// is beside those of SQLite, which it does not hinder.
int csystem_hold(int descriptor);

#endif
