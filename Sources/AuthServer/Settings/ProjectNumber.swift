/// The number of a project, which some answers carry instead of its id: always the same twelve digits.
struct ProjectNumber: Sendable {
  let text: String

  init(of project: String) {
    // FNV-1a: the number only has to be stable and to differ.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in project.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    text = String(100_000_000_000 + hash % 900_000_000_000)
  }
}
