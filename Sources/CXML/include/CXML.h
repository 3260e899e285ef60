#ifndef CXML_H
#define CXML_H

#include <stddef.h>

/* Access to libxml2 and zlib, which are opened at the first call. Most processes never see XML. Everything that is used
   is declared here, so building needs none of their headers. libxml2 2.9 has all of it. */

#ifdef __APPLE__
#define CXML_LIBRARIES {"libxml2.2.dylib", "libxml2.16.dylib"}
#define CXML_ZLIB "libz.1.dylib"
#else
#define CXML_LIBRARIES {"libxml2.so.2", "libxml2.so.16"}
#define CXML_ZLIB "libz.so.1"
#endif

struct cxml_document;

/// The kinds of nodes, by their values in `xmlElementType`.
enum cxml_kind {
  cxml_element = 1,
  cxml_attribute = 2,
  cxml_text = 3,
  cxml_cdata = 4,
  cxml_comment = 8,
  cxml_namespace = 18,
};

/// The beginning of libxml2's structure `xmlNs`.
struct cxml_ns {
  struct cxml_ns *_Nullable next;
  int kind;
  const char *_Nullable href;
};

/// The beginning of libxml2's structure `xmlNode`.
///
/// `xmlAttr` is the same up to `ns`. Its children are its value. Only elements have `attributes` and `declarations`.
struct cxml_node {
  void *_Nullable unused;
  int kind;
  const char *_Nullable name;
  struct cxml_node *_Nullable first, *_Nullable last, *_Nullable parent, *_Nullable next, *_Nullable previous;
  struct cxml_document *_Nullable document;
  struct cxml_ns *_Nullable ns;
  const char *_Nullable content;
  struct cxml_node *_Nullable attributes;
  struct cxml_ns *_Nullable declarations;
};

/// Opens the libraries and returns 1 if they are installed.
int cxml_is_available(void);

/// Parses UTF-8. It loads nothing, expands no entities, and returns NULL for a document with a type or a mistake.
struct cxml_document *_Nullable cxml_parse(const unsigned char *_Nonnull bytes, size_t count);
void cxml_free(struct cxml_document *_Nonnull document);
struct cxml_node *_Nullable cxml_root(struct cxml_document *_Nonnull document);

/// Returns the exclusive canonical form of an element without comments and without the element `omitted`, with a zero
/// byte at its end; NULL if there is none.
///
/// Free it with `cxml_release`.
/// - Parameter prefixes: The InclusiveNamespaces PrefixList, which ends with NULL.
char *_Nullable cxml_canonical(struct cxml_document *_Nonnull document, struct cxml_node *_Nonnull element,
                               struct cxml_node *_Nullable omitted, char *_Nullable *_Nonnull prefixes);

/// Decompresses raw DEFLATE (RFC 1951) into `room` bytes and returns their number; -1 if it is something else or larger.
long cxml_inflate(const unsigned char *_Nonnull bytes, size_t count, unsigned char *_Nonnull inflated, size_t room);

void cxml_release(char *_Nullable text);

#endif
