#include "CSystem.h"

#include <locale.h>
#include <stddef.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <libintl.h>

static const char domain[] = "usher";

/* The locale of the look-ups; null without a catalogue. Elsewhere the locale stays "C": scripts read the same numbers and
   the same sentences of strerror in every language. */
static locale_t translating;

int csystem_open_catalog(const char *folder, const char *language, const char *locale) {
  /* In the locale "C", gettext translates nothing. In any other, only LANGUAGE decides. Many systems have no locale but
     C.UTF-8, which gettext takes for "C" from glibc 2.39 on. Under this name, which has a territory that does not exist,
     glibc opens the same locale, and gettext translates. */
  locale_t opened = newlocale(LC_MESSAGES_MASK, "C_US.UTF-8", (locale_t)0);
  if (!opened) opened = newlocale(LC_MESSAGES_MASK, locale, (locale_t)0);
  if (!opened) return -1;
  translating = opened;
  setenv("LANGUAGE", language, 1);
  bindtextdomain(domain, folder);
  bind_textdomain_codeset(domain, "UTF-8");
  /* Every catalogue has an entry for the empty text, with facts about itself. */
  locale_t before = uselocale(translating);
  const char *header = dgettext(domain, "");
  uselocale(before);
  if (*header) return 0;
  translating = (locale_t)0;
  freelocale(opened);
  return -1;
}

const char *csystem_translation(const char *text) {
  if (!translating || !*text) return NULL;
  locale_t before = uselocale(translating);
  const char *found = dgettext(domain, text);
  uselocale(before);
  return found == text ? NULL : found;
}

const char *csystem_plural_translation(const char *one, const char *other, unsigned long count) {
  if (!translating || !*one) return NULL;
  locale_t before = uselocale(translating);
  const char *found = dngettext(domain, one, other, count);
  uselocale(before);
  return found == one || found == other ? NULL : found;
}
#else
/* Other C libraries have no gettext, or one that does not read LANGUAGE. */
int csystem_open_catalog(const char *folder, const char *language, const char *locale) {
  (void)folder, (void)language, (void)locale;
  return -1;
}

const char *csystem_translation(const char *text) {
  (void)text;
  return NULL;
}

const char *csystem_plural_translation(const char *one, const char *other, unsigned long count) {
  (void)one, (void)other, (void)count;
  return NULL;
}
#endif
