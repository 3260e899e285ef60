#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif

static int argument_count;
static char **arguments;

#if defined __GLIBC__ || defined __APPLE__
/* Both systems pass the arguments to constructors, which run before main. */
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}
#endif

int csystem_rename_to_new(int folder, const char *from, const char *to) {
#if defined __APPLE__
  return renameatx_np(folder, from, folder, to, RENAME_EXCL);
#elif defined SYS_renameat2
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 1u /* RENAME_NOREPLACE */);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int csystem_open_up_folder(int folder, const char *name) {
#if defined __linux__
  int place = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (place < 0) return -1;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", place);
  struct stat status;
  int result = fstat(place, &status);
  if (result == 0 && status.st_uid != geteuid()) {
    errno = EEXIST;
    result = -1;
  }
  if (result == 0) result = chmod(path, 0700);
  int error = errno;
  close(place);
  errno = error;
  return result;
#else
  return fchmodat(folder, name, 0700, AT_SYMLINK_NOFOLLOW);
#endif
}

int csystem_hold(int descriptor) {
#ifdef F_OFD_SETLK
  /* This lock belongs to the open file, not to the process. Closing another descriptor of the file does not end it. */
  struct flock first_byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &first_byte);
#else
  return flock(descriptor, LOCK_EX | LOCK_NB);
#endif
}

char **csystem_arguments(void) { return arguments; }

int csystem_argument_count(void) { return argument_count; }

void csystem_protect_memory(void) {
  struct rlimit core;
  if (getrlimit(RLIMIT_CORE, &core) == 0) {
    core.rlim_cur = 0; /* a child may raise it again to the hard limit */
    setrlimit(RLIMIT_CORE, &core);
  }
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

void csystem_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void csystem_share_heaps(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 2);
#endif
}

static volatile sig_atomic_t noted;
static int wake[2] = {-1, -1};

static void note(int signal) {
  int saved = errno;
  noted = signal;
  if (wake[1] >= 0 && write(wake[1], "", 1) < 0) { /* a full pipe is already readable */
  }
  errno = saved;
}

static void open_wake(void) {
  if (wake[0] >= 0 || pipe(wake)) return; /* if no descriptor is left, there is only EINTR */
  for (int end = 0; end < 2; end++) {
    fcntl(wake[end], F_SETFD, FD_CLOEXEC);
    fcntl(wake[end], F_SETFL, O_NONBLOCK);
  }
}

int csystem_note_signal(int signal) {
  struct sigaction before, action = {0};
  if (sigaction(signal, NULL, &before)) return -1;
  if (before.sa_handler == SIG_IGN) return 0;
  open_wake();
  action.sa_handler = note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0; /* no SA_RESTART: the signal must interrupt a waiting prompt */
  return sigaction(signal, &action, NULL);
}

int csystem_noted_signal(void) { return noted; }

int csystem_noted_signal_descriptor(void) { return wake[0]; }

void csystem_forget_signal(void) {
  char drained[16];
  sigset_t all, before;
  /* Block signals: one in between would stay noted, but the descriptor would not be readable. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  noted = 0;
  while (wake[0] >= 0 && read(wake[0], drained, sizeof drained) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

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

int csystem_child_descriptor(int pid) {
#if defined __linux__ && defined SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0); /* always close-on-exec */
#else
  (void)pid;
  return -1;
#endif
}

long long csystem_processor_time(int pid) {
#ifdef __linux__
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &time) == 0)
    return time.tv_sec * 1000000000LL + time.tv_nsec;
#else
  (void)pid;
#endif
  return -1;
}

long csystem_file_system_kind(const char *path) {
#ifdef __linux__
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -1;
#else
  (void)path;
  return 0;
#endif
}

int csystem_accept(int listening) {
#ifdef __linux__
  return accept4(listening, NULL, NULL, SOCK_CLOEXEC);
#else
  int on = 1, peer = accept(listening, NULL, NULL);
  if (peer < 0) return peer;
  fcntl(peer, F_SETFD, FD_CLOEXEC);
  fcntl(peer, F_SETFL, fcntl(peer, F_GETFL) & ~O_NONBLOCK); /* inherited from `listening` */
  setsockopt(peer, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  return peer;
#endif
}
