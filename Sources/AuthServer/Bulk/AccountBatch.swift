/// A group of accounts that one transaction writes.
///
/// Other transactions can run between two batches.
enum AccountBatch {
  private static let size = 100

  /// Returns `items` in batches.
  ///
  /// Each item has its index in the whole list.
  static func of<Item>(_ items: [Item]) -> [[(index: Int, item: Item)]] {
    let items = items.enumerated().map { (index: $0.offset, item: $0.element) }
    return stride(from: 0, to: items.count, by: size).map { start in
      Array(items[start..<min(start + size, items.count)])
    }
  }
}
