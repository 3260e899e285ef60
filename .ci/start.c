/* What lets one binary with packed relocations start on glibc 2.34 and later; that reads packed ones from 2.36 on.
   `.ci/build` links it in, for x86-64, and has the program begin here. */

#include <elf.h>
#include <math.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* The linker's. */
extern const Elf64_Ehdr __ehdr_start HIDDEN;
extern const Elf64_Dyn _DYNAMIC[] HIDDEN;

/* Tags that Android gave them first: the dynamic linker does not know these, and leaves the table to us. */
enum { TABLE = 0x6fffe000, TABLE_SIZE = 0x6fffe001 };

/* An even entry is the address of a word, an odd one says in its 63 upper bits which of the next words follow. Each
   of these words is an address from the program's beginning, to which is added where that is. */
static void relocate(char *base, const Elf64_Relr *entry, const Elf64_Relr *end) {
  Elf64_Addr *next = NULL;
  for (; entry < end; entry++) {
    if (!(*entry & 1)) {
      next = (Elf64_Addr *)(base + *entry);
      *next++ += (Elf64_Addr)base;
      continue;
    }
    Elf64_Addr *word = next;
    for (Elf64_Relr bits = *entry >> 1; bits; bits >>= 1, word++)
      if (bits & 1) *word += (Elf64_Addr)base;
    next += 63;
  }
}

/* Some of these words the dynamic linker has made read-only already. */
static void protect(char *base, int protection) {
  const Elf64_Phdr *header = (const Elf64_Phdr *)(base + __ehdr_start.e_phoff);
  Elf64_Addr page = 4096;
  for (int i = 0; i < __ehdr_start.e_phnum; i++) {
    if (header[i].p_type != PT_GNU_RELRO) continue;
    Elf64_Addr begin = header[i].p_vaddr & -page, end = (header[i].p_vaddr + header[i].p_memsz) & -page;
    if (mprotect(base + begin, end - begin, protection) != 0) _exit(127);
  }
}

HIDDEN __attribute__((used, no_stack_protector)) void usher_relocate(void) {
  char *base = (char *)&__ehdr_start;
  __asm__("" : "+r"(base)); /* The whole program, where the compiler would see a constant's 64 bytes. */
  Elf64_Addr table = 0, size = 0;
  for (const Elf64_Dyn *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == TABLE) table = entry->d_un.d_ptr;
    if (entry->d_tag == TABLE_SIZE) size = entry->d_un.d_val;
  }
  protect(base, PROT_READ | PROT_WRITE);
  relocate(base, (const Elf64_Relr *)(base + table), (const Elf64_Relr *)(base + table + size));
  protect(base, PROT_READ);
}

/* Nothing of the program has run before: no constructor, no thread. _start needs the stack as it is, and rdx. */
__asm__(
    ".globl usher_start\n"
    ".hidden usher_start\n"
    ".type usher_start, @function\n"
    "usher_start:\n"
    "  push %rdx\n"
    "  sub $8, %rsp\n"
    "  call usher_relocate\n"
    "  add $8, %rsp\n"
    "  pop %rdx\n"
    "  jmp _start\n"
    ".size usher_start, . - usher_start\n");

/* And two functions of the C library are later than 2.34, which nothing here needs of it. */

/* What finds the tables by which exceptions are unwound asks for it; the program has none to find. */
HIDDEN int _dl_find_object(void *address, void *found) {
  (void)address, (void)found;
  return -1;
}

/* The Swift runtime offers it to everybody; the later one is the one that sets errno. */
HIDDEN float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
