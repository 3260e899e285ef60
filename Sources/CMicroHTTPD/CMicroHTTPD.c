#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <pthread.h>

#ifdef __APPLE__
#define LIBRARY "libmicrohttpd.12.dylib"
#else
#define LIBRARY "libmicrohttpd.so.12"
#endif

#define FUNCTIONS(X)                                                                                         \
  X(start_daemon)                                                                                            \
  X(quiesce_daemon)                                                                                          \
  X(stop_daemon)                                                                                             \
  X(get_connection_info)                                                                                     \
  X(get_connection_values)                                                                                   \
  X(create_response_from_buffer)                                                                             \
  X(add_response_header)                                                                                     \
  X(queue_response)                                                                                          \
  X(destroy_response)

#define MEMBER(name) __typeof__(MHD_##name) *name;
static struct {
  FUNCTIONS(MEMBER)
} lib;

static int failure = 1;

static void open_library(void) {
  void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define LOOK_UP(name)                                                                                        \
  lib.name = (__typeof__(lib.name))dlsym(library, "MHD_" #name);                                             \
  if (!lib.name) return;
  FUNCTIONS(LOOK_UP)
  failure = 0;
}

int cmicrohttpd_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return failure;
}

struct MHD_Daemon *cmicrohttpd_start(int socket, unsigned int connections, size_t connection_memory,
                                     size_t stack_size, struct cmicrohttpd_callbacks callbacks) {
  /* ITC: quiescing must wake the thread that accepts. */
  unsigned int flags =
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC;
  return lib.start_daemon(
      flags, 0, NULL, NULL, callbacks.access, callbacks.context,                      /**/
      MHD_OPTION_LISTEN_SOCKET, socket,                                               /**/
      MHD_OPTION_CONNECTION_LIMIT, connections,                                       /**/
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,                          /**/
      MHD_OPTION_THREAD_STACK_SIZE, stack_size,                                       /**/
      MHD_OPTION_STRICT_FOR_CLIENT, 1,                                                /**/
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.began, callbacks.context,                /**/
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.context,            /**/
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection, callbacks.context,          /**/
      MHD_OPTION_END);
}

void cmicrohttpd_quiesce(struct MHD_Daemon *daemon) { lib.quiesce_daemon(daemon); }

void cmicrohttpd_stop(struct MHD_Daemon *daemon) { lib.stop_daemon(daemon); }

int cmicrohttpd_socket(struct MHD_Connection *connection) {
  return lib.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

void *cmicrohttpd_socket_context(struct MHD_Connection *connection) {
  return lib.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

void cmicrohttpd_each_header(struct MHD_Connection *connection, MHD_KeyValueIterator visit, void *context) {
  lib.get_connection_values(connection, MHD_HEADER_KIND, visit, context);
}

struct MHD_Response *cmicrohttpd_response(const void *body, size_t size) {
  return lib.create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

void cmicrohttpd_response_header(struct MHD_Response *response, const char *name, const char *value) {
  lib.add_response_header(response, name, value);
}

enum MHD_Result cmicrohttpd_answer(struct MHD_Connection *connection, unsigned int status,
                                   struct MHD_Response *response) {
  enum MHD_Result result = lib.queue_response(connection, status, response);
  lib.destroy_response(response);
  return result;
}
