#include "CXML.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_NONET, XML_PARSE_NOCDATA. What is not here is off: external
   documents, entities, recovery from mistakes, and depths of more than 256. */
enum { parse_options = 32 | 64 | 2048 | 16384 };
/* XML_C14N_EXCLUSIVE_1_0 */
enum { exclusive = 1 };

/* zlib's structure `z_stream`. */
struct stream {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc)(void *, unsigned int, unsigned int);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};

typedef int visible(void *context, struct cxml_node *node, struct cxml_node *parent);
struct buffer;

static struct {
  void (*xmlInitParser)(void);
  void (*xmlSetGenericErrorFunc)(void *context, void (*handler)(void *, const char *, ...));
  struct cxml_document *(*xmlReadMemory)(const char *bytes, int count, const char *url, const char *encoding, int options);
  void (*xmlFreeDoc)(struct cxml_document *document);
  void *(*xmlGetIntSubset)(struct cxml_document *document);
  struct cxml_node *(*xmlDocGetRootElement)(struct cxml_document *document);
  struct buffer *(*xmlAllocOutputBuffer)(void *encoder);
  const char *(*xmlOutputBufferGetContent)(struct buffer *buffer);
  size_t (*xmlOutputBufferGetSize)(struct buffer *buffer);
  int (*xmlOutputBufferClose)(struct buffer *buffer);
  int (*xmlC14NExecute)(struct cxml_document *document, visible *is_visible, void *context, int mode, char **prefixes,
                        int with_comments, struct buffer *buffer);
  int (*inflateInit2_)(struct stream *stream, int window, const char *version, int size);
  int (*inflate)(struct stream *stream, int flush);
  int (*inflateEnd)(struct stream *stream);
} lib;

static int is_open;

static void open_libraries(void) {
  const char *names[] = CXML_LIBRARIES;
  void *xml = NULL;
  for (size_t index = 0; !xml && index < sizeof names / sizeof *names; index++) {
    xml = dlopen(names[index], RTLD_LAZY | RTLD_LOCAL);
  }
  void *zlib = dlopen(CXML_ZLIB, RTLD_LAZY | RTLD_LOCAL);
  if (!xml || !zlib) return;
#define FIND(library, name)                                                                                  \
  if (!(lib.name = (__typeof__(lib.name))dlsym(library, #name))) return;
  FIND(xml, xmlInitParser)
  FIND(xml, xmlSetGenericErrorFunc)
  FIND(xml, xmlReadMemory)
  FIND(xml, xmlFreeDoc)
  FIND(xml, xmlGetIntSubset)
  FIND(xml, xmlDocGetRootElement)
  FIND(xml, xmlAllocOutputBuffer)
  FIND(xml, xmlOutputBufferGetContent)
  FIND(xml, xmlOutputBufferGetSize)
  FIND(xml, xmlOutputBufferClose)
  FIND(xml, xmlC14NExecute)
  FIND(zlib, inflateInit2_)
  FIND(zlib, inflate)
  FIND(zlib, inflateEnd)
#undef FIND
  lib.xmlInitParser();
  is_open = 1;
}

int cxml_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_libraries);
  return is_open;
}

static void say_nothing(void *context, const char *format, ...) { (void)context, (void)format; }

/* Each thread has its own function for errors. The default one prints pieces of the document. */
static int is_ready(void) {
  if (!cxml_is_available()) return 0;
  lib.xmlSetGenericErrorFunc(NULL, say_nothing);
  return 1;
}

struct cxml_document *cxml_parse(const unsigned char *bytes, size_t count) {
  if (count > INT_MAX || !is_ready()) return NULL;
  /* The encoding is given, so the document cannot choose another one. */
  struct cxml_document *document = lib.xmlReadMemory((const char *)bytes, (int)count, NULL, "UTF-8", parse_options);
  if (document && lib.xmlGetIntSubset(document)) {
    lib.xmlFreeDoc(document);
    return NULL;
  }
  return document;
}

void cxml_free(struct cxml_document *document) { lib.xmlFreeDoc(document); }

struct cxml_node *cxml_root(struct cxml_document *document) { return lib.xmlDocGetRootElement(document); }

struct selection {
  struct cxml_node *element, *omitted;
};

static int is_selected(void *context, struct cxml_node *node, struct cxml_node *parent) {
  const struct selection *selection = context;
  /* Attributes and namespaces are where their element is. A namespace has no parent of its own. */
  if (node && (node->kind == cxml_attribute || node->kind == cxml_namespace)) node = parent;
  for (; node; node = node->parent) {
    if (node == selection->omitted) return 0;
    if (node == selection->element) return 1;
  }
  return 0;
}

char *cxml_canonical(struct cxml_document *document, struct cxml_node *element, struct cxml_node *omitted,
                     char **prefixes) {
  if (!is_ready()) return NULL;
  struct buffer *buffer = lib.xmlAllocOutputBuffer(NULL);
  if (!buffer) return NULL;
  struct selection selection = {element, omitted};
  char *text = NULL;
  if (lib.xmlC14NExecute(document, is_selected, &selection, exclusive, prefixes, 0, buffer) >= 0) {
    text = strndup(lib.xmlOutputBufferGetContent(buffer), lib.xmlOutputBufferGetSize(buffer));
  }
  lib.xmlOutputBufferClose(buffer);
  return text;
}

long cxml_inflate(const unsigned char *bytes, size_t count, unsigned char *inflated, size_t room) {
  if (count > UINT_MAX || room > UINT_MAX || !cxml_is_available()) return -1;
  struct stream stream = {.next_in = bytes, .avail_in = (unsigned int)count};
  stream.next_out = inflated;
  stream.avail_out = (unsigned int)room;
  /* A window of -15 stands for no header. */
  if (lib.inflateInit2_(&stream, -15, "1.2.11", sizeof stream) != 0) return -1;
  int outcome = lib.inflate(&stream, 4 /* Z_FINISH */);
  lib.inflateEnd(&stream);
  return outcome == 1 /* Z_STREAM_END */ && stream.avail_in == 0 ? (long)stream.total_out : -1;
}

void cxml_release(char *text) { free(text); }
