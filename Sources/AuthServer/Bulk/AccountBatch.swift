/// So many accounts as one transaction writes: others get their turn between two of them.
enum AccountBatch {
  private static let size = 100

  /// `items` in batches, each item with its place in the whole.
  static func of<Item>(_ items: [Item]) -> [[(index: Int, item: Item)]] {
    let items = items.enumerated().map { (index: $0.offset, item: $0.element) }
    return stride(from: 0, to: items.count, by: size).map { start in
      Array(items[start..<min(start + size, items.count)])
    }
  }
}
