#ifndef CEDIT_H
#define CEDIT_H

#include <wchar.h>

/* libedit, opened for each line that a person types. Its functions with a variable number of arguments cannot
   be imported into Swift, so this is one line's life in a few plain ones. */

#ifdef __APPLE__
#define CEDIT_LIBRARY "libedit.3.dylib"
#else
/* Debian's name for it, and its makers', which other systems keep. */
#define CEDIT_LIBRARY "libedit.so.2"
#define CEDIT_UPSTREAM_LIBRARY "libedit.so.0"
#endif

/// One line being edited.
struct cedit;

/// Whom a line asks for what is typed.
struct cedit_keyboard {
  void *context;
  /// Reads the next character; 1, or -1 when there is no more and the line is to be given up.
  int (*read)(void *context, wchar_t *character);
  /// A paste begins: what follows is to be read up to its end and given to `cedit_insert`.
  void (*paste)(void *context);
  /// Tab was pressed, after `cedit_assist`: what stands before the cursor is to be completed.
  void (*complete)(void *context);
  /// `CEDIT_SEARCH` was read, after `cedit_assist`: the next step of a search in the history is due.
  void (*search)(void *context);
};

/// The file that holds the library called `name`, without links on the way; NULL where it is not there. To be given
/// back with free(3).
char *cedit_file(const char *name);

/// Prepares a line at `terminal` with the library called `name`; `kind` is what TERM says of the terminal.
/// Text is UTF-8, whatever the locale: until `cedit_close` the calling thread's is set to that.
/// NULL where the library is missing or the terminal's capabilities are not known.
struct cedit *cedit_open(const char *name, int terminal, const char *kind, const wchar_t *prompt,
                         struct cedit_keyboard keyboard);

/// The key for a search in the history, Ctrl-R.
#define CEDIT_SEARCH 0x12

/// How many earlier lines come back.
#define CEDIT_HISTORY 1000

/// Turns history and completion on, before `cedit_read`; 0 when that worked.
int cedit_assist(struct cedit *line);

/// Adds an earlier line to the history, the oldest first, after `cedit_assist`.
void cedit_remember(struct cedit *line, const wchar_t *earlier);

/// What stands before the cursor, within `complete` or `search`; valid until the line changes.
const wchar_t *cedit_before_cursor(struct cedit *line, size_t *length);

/// Deletes so many characters before the cursor, within `complete`.
void cedit_delete(struct cedit *line, size_t count);

/// Empties the line, within `search`.
void cedit_clear(struct cedit *line);

/// Shows `prompt` before the line from now on, within `search`; 0 when there was memory for it.
int cedit_set_prompt(struct cedit *line, const wchar_t *prompt);

/// Shows `text`, whole lines, below the line and then the line anew, within `complete`.
void cedit_show_below(struct cedit *line, const char *text);

/// Shows the prompt and reads the line, which ends in a line feed and is valid until `cedit_close`. NULL at the
/// end of input, or when it was given up.
const wchar_t *cedit_read(struct cedit *line, int *count);

/// Inserts `text` at the cursor, within `paste`, `complete` or `search`; 0 when there was room.
int cedit_insert(struct cedit *line, const wchar_t *text);

/// Takes the terminal up again and shows the line anew, within `read`: after a stop, or a change of size.
void cedit_redraw(struct cedit *line);

/// Keeps libedit from setting the terminal's modes any more.
void cedit_release(struct cedit *line);

/// Gives the terminal its modes back, unless it was released.
void cedit_close(struct cedit *line);

#endif
