#ifndef CEDIT_H
#define CEDIT_H

#include <wchar.h>

/* Access to libedit, which is opened for each line that a person types. Swift cannot import its variadic functions,
   so these plain functions wrap them. */

#ifdef __APPLE__
#define CEDIT_LIBRARY "libedit.3.dylib"
#else
/* Debian's name of the library, and the original name, which other systems use. */
#define CEDIT_LIBRARY "libedit.so.2"
#define CEDIT_UPSTREAM_LIBRARY "libedit.so.0"
#endif

/// A line that is being edited.
struct cedit;

/// The callbacks of a line for keyboard input.
struct cedit_keyboard {
  void *context;
  /// Reads the next character; returns 1, or -1 if there is none and the line must end.
  int (*read)(void *context, wchar_t *character);
  /// Called when a paste begins; reads the pasted text to its end and passes it to `cedit_insert`.
  void (*paste)(void *context);
  /// Called for Tab, after `cedit_assist`; completes the text before the cursor.
  void (*complete)(void *context);
  /// Called for `CEDIT_SEARCH`, after `cedit_assist`; searches the history for the next match.
  void (*search)(void *context);
};

/// Returns the real path of the library called `name`; NULL if it is not installed. Free it with free(3).
char *cedit_file(const char *name);

/// Prepares a line at `terminal` with the library called `name`; `kind` is the value of TERM.
///
/// Text is UTF-8: this changes the calling thread's locale until `cedit_close`. Returns NULL if the library is missing
/// or the terminal is unknown.
struct cedit *cedit_open(const char *name, int terminal, const char *kind, const wchar_t *prompt,
                         struct cedit_keyboard keyboard);

/// The key for a search in the history, Ctrl-R.
#define CEDIT_SEARCH 0x12

/// The maximum number of lines in the history.
#define CEDIT_HISTORY 1000

/// Turns on history and completion, before `cedit_read`; returns 0 on success.
int cedit_assist(struct cedit *line);

/// Adds an earlier line to the history, after `cedit_assist`; call it for the oldest line first.
void cedit_remember(struct cedit *line, const wchar_t *earlier);

/// Returns the text before the cursor, within `complete` or `search`; valid until the line changes.
const wchar_t *cedit_before_cursor(struct cedit *line, size_t *length);

/// Deletes `count` characters before the cursor, within `complete`.
void cedit_delete(struct cedit *line, size_t count);

/// Empties the line, within `search`.
void cedit_clear(struct cedit *line);

/// Changes the prompt, within `search`; returns 0 on success, -1 if there is no memory.
int cedit_set_prompt(struct cedit *line, const wchar_t *prompt);

/// Shows `text`, which consists of whole lines, below the line, within `complete`. Then shows the line again.
void cedit_show_below(struct cedit *line, const char *text);

/// Shows the prompt and returns the line; NULL at the end of input, or if `read` returned -1.
///
/// The line ends in a line feed and is valid until `cedit_close`.
const wchar_t *cedit_read(struct cedit *line, int *count);

/// Inserts `text` at the cursor, within `paste`, `complete` or `search`; returns 0 if there is room.
int cedit_insert(struct cedit *line, const wchar_t *text);

/// Sets the terminal's modes and shows the line again, within `read`, after a stop or a change of size.
void cedit_redraw(struct cedit *line);

/// Stops libedit from changing the terminal's modes.
void cedit_release(struct cedit *line);

/// Frees the line; restores the terminal's modes unless `cedit_release` was called.
void cedit_close(struct cedit *line);

#endif
