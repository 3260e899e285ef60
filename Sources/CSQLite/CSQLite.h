#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// Variadic in SQLite, which Swift does not see.
static inline int csqlite_no_checkpoint_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
