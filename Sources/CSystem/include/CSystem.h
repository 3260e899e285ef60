#ifndef CSYSTEM_H
#define CSYSTEM_H

/// Forbids core dumps and, where the system has it, other processes' looks into this one's memory:
/// both would show tokens. Best effort.
void csystem_protect_memory(void);

/// Arranges that `signal` is only noted, so that a system call it arrives in ends with EINTR.
int csystem_note_signal(int signal);

/// The last noted signal, or 0.
int csystem_noted_signal(void);

/// Forgets a noted signal.
void csystem_forget_signal(void);

/// Dies of `signal`, with the default action, so that a shell sees the true cause of death.
void csystem_die_of(int signal);

#endif
