#ifndef CSYSTEM_H
#define CSYSTEM_H

/// Returns the process's arguments, starting with its name and ended by NULL; NULL if the system does not give them.
char **csystem_arguments(void);
int csystem_argument_count(void);

/// Forbids core dumps and, if the system can, reading this process's memory from outside.
///
/// Both would expose tokens. Ignores errors.
void csystem_protect_memory(void);

/// Makes the C library share heaps between threads.
///
/// With a heap for each thread, a server would hold far more memory than it uses. Call it before any thread starts.
/// Ignores errors.
void csystem_share_heaps(void);

/// Installs a handler that only notes `signal`; a system call that it interrupts ends with EINTR.
///
/// If the signal was ignored when the process started (nohup, a background job), it stays ignored.
int csystem_note_signal(int signal);

/// Returns the last noted signal, or 0.
int csystem_noted_signal(void);

/// Returns a descriptor that is readable while a signal is noted; -1 before the first csystem_note_signal.
///
/// Poll it, and never read it. Unlike EINTR, it also works if the signal arrives in another thread.
int csystem_noted_signal_descriptor(void);

/// Forgets a noted signal.
void csystem_forget_signal(void);

/// Ends the process by `signal` with the default action, so that a shell sees which signal ended it.
void csystem_die_of(int signal);

/// Returns a descriptor that becomes readable when the child `pid` ends; -1 if the system does not support it.
///
/// The caller closes it.
int csystem_child_descriptor(int pid);

/// Returns the processor time of the process `pid` so far, in nanoseconds; -1 if the system does not tell.
long long csystem_processor_time(int pid);

/// Returns the width of the terminal at `descriptor`; 0 if it is unknown.
int csystem_columns(int descriptor);

/// Returns the height of the terminal at `descriptor`; 0 if it is unknown.
int csystem_rows(int descriptor);

enum csystem_terminal_event { csystem_terminal_quiet, csystem_terminal_stop, csystem_terminal_resize };

/// Installs handlers that only note Ctrl-Z (SIGTSTP, unless it is ignored) and changes of the window size.
///
/// Returns a descriptor that is readable while an event is noted; -1 if no descriptor is left. Poll it, and never read
/// it.
int csystem_watch_terminal(void);

/// Returns the event noted since the last call; if there are several, a stop comes first.
enum csystem_terminal_event csystem_take_terminal_event(void);

/// Restores the earlier handlers of both signals.
void csystem_unwatch_terminal(void);

/// Returns the kernel's number for the type of the file system that holds `path`.
///
/// Returns -1 and sets errno on failure; returns 0 if the system has no such numbers.
long csystem_file_system_kind(const char *path);

/// Accepts a connection that is closed on exec and that blocks, even if `listening` does not.
///
/// Returns -1 and sets errno on failure. If the system has SO_NOSIGPIPE, sending raises no signal.
int csystem_accept(int listening);

/// Returns freed memory to the system, for example after a large request. Ignores errors.
void csystem_return_memory(void);

/// Gives the user all access to the folder `name` in the open folder, if it is the user's own.
///
/// The checked folder is changed, and nothing else that takes its name meanwhile. Returns -1 and sets errno on failure.
int csystem_open_up_folder(int folder, const char *name);

/// Renames `from` to `to` in the open folder, and fails with EEXIST if `to` exists.
///
/// Fails with EINVAL or ENOSYS if the file system or the system does not support this.
int csystem_rename_to_new(int folder, const char *from, const char *to);

/// Locks the file until it is closed here or the process ends; fails with EAGAIN or EACCES if it is locked.
///
/// The lock does not conflict with the locks of SQLite.
int csystem_hold(int descriptor);

#endif
