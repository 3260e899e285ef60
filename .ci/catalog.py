#!/usr/bin/python3
"""Compares a catalogue with the template: `catalog.py TEMPLATE CATALOGUE`.

It names each text and what is wrong with its translation: one is missing, fuzzy or obsolete; placeholders differ;
a command, an option or a variable is not as it is typed; spaces at the ends differ; characters do not belong into text;
a prompt is too wide; a part is still English. msgfmt checks the rest.
"""
import ast
import collections
import os
import re
import sys
import unicodedata

STRING = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)? ?(".*")$')
PLACEHOLDER = re.compile(r"%\d+\$@")
# A prompt leaves room for the answer on a narrow terminal.
WIDEST_PROMPT = 30


def commands():
    """The commands that have a page in the manual, the longest ones first."""
    pages = [page[:-2] for page in os.listdir("man") if page.endswith(".1")]
    # A dash in a page's name may be a space or a dash of the command.
    return sorted((page.replace("-", "[ -]") for page in pages if "-" in page), key=len, reverse=True)


# What is typed as it stands: a command or an option, with the values that follow it; and variables.
TYPED = re.compile(
    r"(?<![\w-])(?:" + "|".join(commands()) + r"|--[a-z][a-z-]*)(?![\w-])(?: [A-Z][A-Z-]+(?![\w-]))*"
    r"|(?<![\w])[A-Z]+(?:_[A-Z]+)+(?![\w])")

Entry = collections.namedtuple("Entry", "strings flags")


def entries(path):
    """The entries of a file by msgid, without its header; and the obsolete ones, as they stand."""
    found, obsolete = {}, []
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    for block in blocks:
        strings, flags, name = {}, set(), None
        for line in block.split("\n"):
            if line.startswith("#~ msgid "):
                obsolete.append(line[len("#~ msgid "):])
            elif line.startswith("#,"):
                flags |= set(re.split(r"[,\s]+", line))
            elif match := STRING.match(line):
                name = match[1] or name
                strings[name] = strings.get(name, "") + ast.literal_eval(match[2])
        if strings.get("msgid"):
            found[strings["msgid"]] = Entry(strings, flags)
    return found, obsolete


def width(text):
    """The columns of a terminal that the text takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text)


def edges(text):
    """The white space at both ends."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()):]


def english(text):
    """Every five words in a row that no other language has."""
    for run in re.findall(r"(?<![\w-])[a-z]{2,}(?: [a-z]{2,}){4,}(?![\w-])", TYPED.sub("|", text)):
        words = run.split(" ")
        for index in range(len(words) - 4):
            yield " ".join(words[index:index + 5])


def differences(original, translation, may_lack=0):
    """What a translation must have from the original, and has not. It may lack so many placeholders."""
    for words in english(original):
        if words in translation:
            yield f"has English: '{words}'"
    expected, actual = set(PLACEHOLDER.findall(original)), set(PLACEHOLDER.findall(translation))
    if len(expected - actual) > may_lack:
        yield "lacks " + ", ".join(sorted(expected - actual))
    if actual - expected:
        yield "has no argument " + ", ".join(sorted(actual - expected))
    for typed in sorted(set(TYPED.findall(original))):
        if typed not in translation:
            yield f"must have '{typed}'"
    # A full-width colon has its space in itself.
    if edges(original) != edges(re.sub("：$", ": ", translation) if original.endswith(": ") else translation):
        yield "has other white space at an end"


def faults(entry):
    """What is wrong with the translations of a text."""
    if "fuzzy" in entry.flags:
        yield "is fuzzy: check it, and remove the mark"
    text = entry.strings["msgid"]
    plural = entry.strings.get("msgid_plural")
    forms = [(name, form) for name, form in entry.strings.items() if name.startswith("msgstr")]
    for name, form in forms:
        if not form:
            yield "is not translated"
            continue
        if plural is None:
            yield from differences(text, form)
        else:
            # "One code" needs no number, if it is not the form for every number.
            is_one = len(forms) > 1 and name == "msgstr[0]"
            yield from differences(plural, form, may_lack=1 if is_one else 0)
        if any(unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn") and c not in text for c in form):
            yield "has a control character"
        if "\ufffd" in form:
            yield "has a damaged character"
        if unicodedata.normalize("NFC", form) != form:
            yield "is not in Unicode's normal form C"
        if text.endswith(": ") and width(PLACEHOLDER.sub("", form)) > WIDEST_PROMPT:
            yield f"is a prompt, and wider than {WIDEST_PROMPT} columns"


def main(template_path, catalog_path):
    (template, _), (catalog, obsolete) = entries(template_path), entries(catalog_path)
    complaints = [(text, "is missing; run: make catalogs") for text in template if text not in catalog]
    complaints += [(text, "is obsolete; run: make catalogs") for text in catalog if text not in template]
    complaints += [(text, "is obsolete; run: make catalogs") for text in obsolete]
    for text, entry in catalog.items():
        if text in template:
            complaints += [(text, fault) for fault in faults(entry)]
    for text, fault in complaints:
        print(f"{catalog_path}: {text!r} {fault}", file=sys.stderr)
    return 1 if complaints else 0


sys.exit(main(*sys.argv[1:]))
