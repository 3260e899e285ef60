#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <termios.h>

static int terminal = -1;
static struct termios shown;
static struct sigaction suspend_before;

int csystem_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

static int hide(void) {
  struct termios hidden = shown;
  hidden.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
  /* What was typed before the echo was off is not part of the secret. */
  return tcsetattr(terminal, TCSAFLUSH, &hidden);
}

/* From the background this would stop the process (SIGTTOU) with the echo still off. */
static void show(void) {
  sigset_t background, before;
  sigemptyset(&background);
  sigaddset(&background, SIGTTOU);
  sigprocmask(SIG_BLOCK, &background, &before);
  tcsetattr(terminal, TCSANOW, &shown);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static int catch_suspend(void);

/* Only calls that are safe in a handler: the process stops in here, and goes on from here. */
static void suspend(int signal) {
  int saved = errno;
  show();
  sigaction(SIGTSTP, &suspend_before, NULL);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &stop, &before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  hide();
  catch_suspend();
  errno = saved;
}

static int catch_suspend(void) {
  struct sigaction action = {0};
  action.sa_handler = suspend;
  sigemptyset(&action.sa_mask);
  return sigaction(SIGTSTP, &action, &suspend_before);
}

int csystem_hide_input(int descriptor) {
  /* Asked for once: after a stay in the background the modes could be the shell's own. */
  if (tcgetattr(descriptor, &shown)) return -1;
  terminal = descriptor;
  if (hide()) {
    terminal = -1;
    return -1;
  }
  catch_suspend();
  if (suspend_before.sa_handler == SIG_IGN) sigaction(SIGTSTP, &suspend_before, NULL);
  return 0;
}

void csystem_show_input(void) {
  if (terminal < 0) return;
  sigaction(SIGTSTP, &suspend_before, NULL);
  show();
  terminal = -1;
}
