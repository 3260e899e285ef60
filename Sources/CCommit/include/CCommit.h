#ifndef CCOMMIT_H
#define CCOMMIT_H

/// Returns the commit that this program was built from; NULL if the build does not know it.
const char *ccommit_id(void);

/// Returns the date of that commit as YYYY-MM-DD; NULL if the build does not know it.
const char *ccommit_date(void);

/// Returns the version of the Swift compiler; NULL if the build does not know it.
const char *ccommit_swift(void);

#endif
