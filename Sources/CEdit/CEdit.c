#define _GNU_SOURCE
#include "CEdit.h"

#include <dlfcn.h>
#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#define FUNCTIONS(X)                                                                                         \
  X(init)                                                                                                    \
  X(end)                                                                                                     \
  X(resize)                                                                                                  \
  X(wset)                                                                                                    \
  X(wget)                                                                                                    \
  X(wgets)                                                                                                   \
  X(winsertstr)                                                                                              \
  X(cursor)                                                                                                  \
  X(wline)                                                                                                   \
  X(deletestr)

#define HISTORY_FUNCTIONS(X)                                                                                 \
  X(winit)                                                                                                   \
  X(wend)

#define MEMBER(name) __typeof__(el_##name) *name;
#define HISTORY_MEMBER(name) __typeof__(history_##name) *history_##name;
static struct {
  FUNCTIONS(MEMBER)
  HISTORY_FUNCTIONS(HISTORY_MEMBER)
  __typeof__(history_w) *history;
} lib;

struct cedit {
  EditLine *editor;
  FILE *input, *output, *errors;
  locale_t utf8, before;
  wchar_t *prompt;
  HistoryW *history;
  struct cedit_keyboard keyboard;
};

static void *find_library(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
#ifdef CEDIT_UPSTREAM_LIBRARY
  if (!library && strcmp(name, CEDIT_LIBRARY) == 0) library = dlopen(CEDIT_UPSTREAM_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
#endif
  return library;
}

static int open_library(const char *name) {
  void *library = find_library(name);
  if (!library) return -1;
#define LOOK_UP(name)                                                                                        \
  lib.name = (__typeof__(lib.name))dlsym(library, "el_" #name);                                              \
  if (!lib.name) return -1;
  FUNCTIONS(LOOK_UP)
#define LOOK_UP_HISTORY(name)                                                                                \
  lib.history_##name = (__typeof__(lib.history_##name))dlsym(library, "history_" #name);                     \
  if (!lib.history_##name) return -1;
  HISTORY_FUNCTIONS(LOOK_UP_HISTORY)
  lib.history = (__typeof__(lib.history))dlsym(library, "history_w");
  return lib.history ? 0 : -1;
}

char *cedit_file(const char *name) {
  void *library = find_library(name);
  void *function = library ? dlsym(library, "el_init") : NULL;
  Dl_info found;
  return function && dladdr(function, &found) && found.dli_fname ? realpath(found.dli_fname, NULL) : NULL;
}

static int use_utf8(struct cedit *line) {
  static const char *const names[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
  for (size_t i = 0; i < sizeof names / sizeof *names && !line->utf8; i++)
    line->utf8 = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
  if (!line->utf8) return -1;
  line->before = uselocale(line->utf8);
  return 0;
}

static FILE *stream(int descriptor, const char *mode) {
  int own = dup(descriptor);
  FILE *opened = own < 0 ? NULL : fdopen(own, mode);
  if (!opened && own >= 0) close(own);
  return opened;
}

static int open_streams(struct cedit *line, int terminal) {
  line->input = stream(terminal, "r");
  line->output = stream(terminal, "w");
  line->errors = fopen("/dev/null", "w"); /* hides libedit's messages about unknown terminals */
  return line->input && line->output && line->errors ? 0 : -1;
}

static struct cedit *line_of(EditLine *editor) {
  void *line = NULL;
  lib.wget(editor, EL_CLIENTDATA, &line);
  return line;
}

static wchar_t *prompt_of(EditLine *editor) { return line_of(editor)->prompt; }

/* Where some characters end, and whether the number of their columns differs from theirs, or is unknown. */
struct place {
  int row, column;
  int has_odd_widths, has_unknown_widths;
};

static int fits(struct place place, int width, int columns) { return place.column + width <= columns; }

static struct place after(struct place place, const wchar_t *text, size_t count, int columns) {
  for (size_t i = 0; i < count; i++) {
    int width = wcwidth(text[i]);
    place.has_odd_widths |= width == 0 || width == 2;
    place.has_unknown_widths |= width < 0;
    if (width <= 0) continue;
    if (!fits(place, width, columns)) place.row++, place.column = 0;
    place.column += width;
    if (place.column == columns) place.row++, place.column = 0;
  }
  return place;
}

/* Makes libedit write the rest of a line where it would let the terminal insert or delete columns. */
static void shift_no_columns(EditLine *editor) {
  static const wchar_t *const capabilities[] = {L"ic", L"IC", L"im", L"dc", L"DC"};
  for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
    lib.wset(editor, EL_SETTC, capabilities[i], L"", NULL);
}

/* Shows a line with wide characters, or marks that combine, from its beginning. libedit shows only what has changed.
   It takes the second halves of two wide characters for equal, and counts a column for each mark. */
static void show_again(struct cedit *line) {
  const LineInfoW *content = lib.wline(line->editor);
  size_t before_cursor = (size_t)(content->cursor - content->buffer);
  size_t after_cursor = (size_t)(content->lastchar - content->cursor);
  int columns = 0;
  if (content->lastchar == content->buffer || lib.wget(line->editor, EL_GETTC, "co", &columns)) return;
  struct place start = after((struct place){0}, line->prompt, wcslen(line->prompt), columns);
  struct place cursor = after(start, content->buffer, before_cursor, columns);
  struct place end = after(cursor, content->cursor, after_cursor, columns);
  if (!end.has_odd_widths || end.has_unknown_widths) return;
  if (after_cursor && !fits(cursor, wcwidth(*content->cursor), columns)) cursor.row++, cursor.column = 0;
  shift_no_columns(line->editor);
  if (cursor.row) fprintf(line->output, "\033[%dA", cursor.row);
  fputs("\r\033[J", line->output);
  lib.wset(line->editor, EL_REFRESH);
  fprintf(line->output, "\033[%dG", cursor.column + 1);
  fflush(line->output);
}

static int read_character(EditLine *editor, wchar_t *character) {
  struct cedit *line = line_of(editor);
  show_again(line);
  return line->keyboard.read(line->keyboard.context, character);
}

static unsigned char read_paste(EditLine *editor, wint_t key) {
  (void)key;
  struct cedit *line = line_of(editor);
  line->keyboard.paste(line->keyboard.context);
  return CC_REFRESH;
}

static unsigned char complete(EditLine *editor, wint_t key) {
  (void)key;
  struct cedit *line = line_of(editor);
  line->keyboard.complete(line->keyboard.context);
  return CC_REFRESH;
}

static unsigned char search(EditLine *editor, wint_t key) {
  (void)key;
  struct cedit *line = line_of(editor);
  line->keyboard.search(line->keyboard.context);
  return CC_REFRESH;
}

struct binding {
  const wchar_t *key, *command;
};

static void bind_keys(EditLine *editor) {
  static const struct binding bindings[] = {
      {L"\\e[200~", L"usher-paste"},
      /* Some terminals send these sequences against their terminfo descriptions. */
      {L"\\e[1~", L"ed-move-to-beg"},
      {L"\\e[7~", L"ed-move-to-beg"},
      {L"\\e[4~", L"ed-move-to-end"},
      {L"\\e[8~", L"ed-move-to-end"},
      {L"\\e[3~", L"ed-delete-next-char"},
      {L"\\e[1;5D", L"ed-prev-word"},
      {L"\\e[1;3D", L"ed-prev-word"},
      {L"\\e[1;5C", L"em-next-word"},
      {L"\\e[1;3C", L"em-next-word"},
      /* As in shells. By default, Ctrl-W in libedit deletes up to a mark, which users do not set. */
      {L"^W", L"ed-delete-prev-word"},
      /* By default, a line has no history, no search and no editor commands. */
      {L"^P", L"ed-unassigned"},
      {L"^N", L"ed-unassigned"},
      {L"^R", L"ed-unassigned"},
      {L"\\e[A", L"ed-unassigned"},
      {L"\\e[B", L"ed-unassigned"},
      {L"\\eOA", L"ed-unassigned"},
      {L"\\eOB", L"ed-unassigned"},
      {L"\\ex", L"ed-unassigned"},
  };
  for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
    lib.wset(editor, EL_BIND, bindings[i].key, bindings[i].command, NULL);
}

static int set_up(struct cedit *line, const char *kind) {
  lib.wset(line->editor, EL_CLIENTDATA, line);
  if (lib.wset(line->editor, EL_TERMINAL, kind)) return -1;
  lib.wset(line->editor, EL_SIGNAL, 0);
  lib.wset(line->editor, EL_EDITOR, L"emacs");
  lib.wset(line->editor, EL_PROMPT, prompt_of);
  lib.wset(line->editor, EL_GETCFN, read_character);
  lib.wset(line->editor, EL_ADDFN, L"usher-paste", L"Insert a paste", read_paste);
  bind_keys(line->editor);
  return 0;
}

struct cedit *cedit_open(const char *name, int terminal, const char *kind, const wchar_t *prompt,
                         struct cedit_keyboard keyboard) {
  if (open_library(name)) return NULL;
  struct cedit *line = calloc(1, sizeof *line);
  if (!line) return NULL;
  line->keyboard = keyboard;
  line->prompt = wcsdup(prompt);
  if (line->prompt && !use_utf8(line) && !open_streams(line, terminal))
    line->editor = lib.init("usher", line->input, line->output, line->errors);
  if (line->editor && !set_up(line, kind)) return line;
  cedit_close(line);
  return NULL;
}

const wchar_t *cedit_read(struct cedit *line, int *count) { return lib.wgets(line->editor, count); }

int cedit_insert(struct cedit *line, const wchar_t *text) { return lib.winsertstr(line->editor, text); }

int cedit_assist(struct cedit *line) {
  static const struct binding bindings[] = {
      {L"^I", L"usher-complete"},
      {L"^P", L"ed-prev-history"},
      {L"^N", L"ed-next-history"},
      {L"\\e[A", L"ed-prev-history"},
      {L"\\e[B", L"ed-next-history"},
      {L"\\eOA", L"ed-prev-history"},
      {L"\\eOB", L"ed-next-history"},
      /* libedit's own search reads keys itself, so it would run pasted lines. */
      {L"^R", L"usher-search"},
      {L"^S", L"ed-unassigned"},
      /* Quoted insert also reads keys itself. */
      {L"^V", L"ed-unassigned"},
  };
  HistEventW event;
  line->history = lib.history_winit();
  if (!line->history || lib.history(line->history, &event, H_SETSIZE, CEDIT_HISTORY)) return -1;
  lib.wset(line->editor, EL_HIST, lib.history, line->history);
  lib.wset(line->editor, EL_ADDFN, L"usher-complete", L"Complete the word", complete);
  lib.wset(line->editor, EL_ADDFN, L"usher-search", L"Search the history", search);
  for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
    lib.wset(line->editor, EL_BIND, bindings[i].key, bindings[i].command, NULL);
  return 0;
}

void cedit_remember(struct cedit *line, const wchar_t *earlier) {
  HistEventW event;
  lib.history(line->history, &event, H_ENTER, earlier);
}

const wchar_t *cedit_before_cursor(struct cedit *line, size_t *length) {
  const LineInfoW *content = lib.wline(line->editor);
  *length = (size_t)(content->cursor - content->buffer);
  return content->buffer;
}

void cedit_delete(struct cedit *line, size_t count) { lib.deletestr(line->editor, (int)count); }

void cedit_clear(struct cedit *line) {
  const LineInfoW *content = lib.wline(line->editor);
  lib.cursor(line->editor, (int)(content->lastchar - content->cursor));
  content = lib.wline(line->editor);
  lib.deletestr(line->editor, (int)(content->cursor - content->buffer));
}

int cedit_set_prompt(struct cedit *line, const wchar_t *prompt) {
  wchar_t *copy = wcsdup(prompt);
  if (!copy) return -1;
  free(line->prompt);
  line->prompt = copy;
  return 0;
}

void cedit_show_below(struct cedit *line, const char *text) {
  fputs("\n\033[J", line->output);
  fputs(text, line->output);
  lib.resize(line->editor);
  fputs("\r\033[J", line->output);
  lib.wset(line->editor, EL_REFRESH);
}

void cedit_redraw(struct cedit *line) {
  /* Turn it off first: libedit assumes that the modes are still those that it set. */
  lib.wset(line->editor, EL_PREP_TERM, 0);
  lib.wset(line->editor, EL_PREP_TERM, 1);
  lib.resize(line->editor);
  fputs("\r\033[J", line->output);
  lib.wset(line->editor, EL_REFRESH);
}

void cedit_release(struct cedit *line) { lib.wset(line->editor, EL_EDITMODE, 0); }

void cedit_close(struct cedit *line) {
  if (line->editor) lib.end(line->editor);
  if (line->history) lib.history_wend(line->history);
  if (line->input) fclose(line->input);
  if (line->output) fclose(line->output);
  if (line->errors) fclose(line->errors);
  if (line->utf8) {
    uselocale(line->before);
    freelocale(line->utf8);
  }
  free(line->prompt);
  free(line);
}
