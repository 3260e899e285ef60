#ifndef CCOMMIT_H
#define CCOMMIT_H

/// The commit that this program was built from; NULL where the build was not told.
const char *ccommit_id(void);

/// Its day, as YYYY-MM-DD; NULL likewise.
const char *ccommit_date(void);

/// The version of Swift that it was built with; NULL likewise.
const char *ccommit_swift(void);

#endif
