#include "CCommit.h"

#include <stddef.h>
/* .ci/build writes these headers. */
#if __has_include(<usher_commit.h>)
#include <usher_commit.h>
#endif
#if __has_include(<usher_swift.h>)
#include <usher_swift.h>
#endif
#ifndef USHER_SWIFT
#define USHER_SWIFT NULL
#endif
#ifndef USHER_COMMIT
#define USHER_COMMIT NULL
#define USHER_COMMIT_DATE NULL
#endif

const char *ccommit_id(void) { return USHER_COMMIT; }

const char *ccommit_date(void) { return USHER_COMMIT_DATE; }

const char *ccommit_swift(void) { return USHER_SWIFT; }
