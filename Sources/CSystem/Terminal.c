#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int csystem_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

int csystem_rows(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

static volatile sig_atomic_t stop_wanted, size_changed;
static int wake[2] = {-1, -1};
static struct sigaction stop_before, resize_before;

static void note(int signal) {
  int saved = errno;
  if (signal == SIGTSTP) stop_wanted = 1;
  if (signal == SIGWINCH) size_changed = 1;
  if (wake[1] >= 0 && write(wake[1], "", 1) < 0) { /* a full pipe is already readable */
  }
  errno = saved;
}

static void catch_signal(int signal, struct sigaction *before) {
  struct sigaction action = {0};
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, before);
}

int csystem_watch_terminal(void) {
  if (wake[0] < 0 && !pipe(wake)) {
    for (int end = 0; end < 2; end++) {
      fcntl(wake[end], F_SETFD, FD_CLOEXEC);
      fcntl(wake[end], F_SETFL, O_NONBLOCK);
    }
  }
  catch_signal(SIGTSTP, &stop_before);
  if (stop_before.sa_handler == SIG_IGN) sigaction(SIGTSTP, &stop_before, NULL);
  catch_signal(SIGWINCH, &resize_before);
  return wake[0];
}

void csystem_unwatch_terminal(void) {
  sigaction(SIGTSTP, &stop_before, NULL);
  sigaction(SIGWINCH, &resize_before, NULL);
  csystem_take_terminal_event();
}

enum csystem_terminal_event csystem_take_terminal_event(void) {
  char drained[16];
  while (wake[0] >= 0 && read(wake[0], drained, sizeof drained) > 0) {
  }
  int stop = stop_wanted, resize = size_changed;
  stop_wanted = size_changed = 0;
  return stop ? csystem_terminal_stop : resize ? csystem_terminal_resize : csystem_terminal_quiet;
}
