#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// Swift cannot import SQLite's variadic function.
static inline int csqlite_keep_log_on_close(sqlite3 *database, int is_kept) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept, (int *)0);
}

#endif
