#define _GNU_SOURCE
#include "CSystem.h"

#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void csystem_protect_memory(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

static volatile sig_atomic_t noted;

static void note(int signal) { noted = signal; }

int csystem_note_signal(int signal) {
  struct sigaction action = {0};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0; /* no SA_RESTART: a prompt that is waiting must notice */
  return sigaction(signal, &action, NULL);
}

int csystem_noted_signal(void) { return noted; }

void csystem_forget_signal(void) { noted = 0; }

void csystem_die_of(int signal) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(signal);
  _exit(128 + signal);
}
