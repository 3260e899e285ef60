/// AES with a key of 256 bits in CBC mode, FIPS 197; it only encrypts.
struct AES256 {
  private let roundKeys: [[UInt8]]

  init(key: [UInt8]) {
    var words = stride(from: 0, to: 32, by: 4).map { Array(key[$0..<($0 + 4)]) }
    var constant: UInt8 = 1
    for index in 8..<60 {
      var word = words[index - 1]
      if index % 8 == 0 {
        word = [word[1], word[2], word[3], word[0]].map { Self.substitutes[Int($0)] }
        word[0] ^= constant
        constant = Self.doubled(constant)
      } else if index % 8 == 4 {
        word = word.map { Self.substitutes[Int($0)] }
      }
      words.append(zip(word, words[index - 8]).map { $0 ^ $1 })
    }
    roundKeys = stride(from: 0, to: 60, by: 4).map { Array(words[$0..<($0 + 4)].joined()) }
  }

  /// Encrypts whole blocks with an initial vector of zeros.
  func encrypt(_ message: [UInt8]) -> [UInt8] {
    var last = [UInt8](repeating: 0, count: 16)
    return stride(from: 0, to: message.count, by: 16).flatMap { start in
      last = block(zip(message[start..<(start + 16)], last).map { $0 ^ $1 })
      return last
    }
  }

  private func block(_ input: [UInt8]) -> [UInt8] {
    var state = zip(input, roundKeys[0]).map { $0 ^ $1 }
    for round in 1...14 {
      let moved = (0..<16).map { Self.substitutes[Int(state[($0 + 4 * ($0 % 4)) % 16])] }
      // The last round does not mix columns.
      let columns = stride(from: 0, to: 16, by: 4).map { moved[$0..<($0 + 4)] }
      state = round == 14 ? moved : columns.flatMap(Self.mixed)
      state = zip(state, roundKeys[round]).map { $0 ^ $1 }
    }
    return state
  }

  private static func mixed(_ column: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = Array(column)
    return (0..<4).map { index in
      let next = bytes[(index + 1) % 4]
      return doubled(bytes[index]) ^ doubled(next) ^ next ^ bytes[(index + 2) % 4] ^ bytes[(index + 3) % 4]
    }
  }

  private static func doubled(_ byte: UInt8) -> UInt8 { byte << 1 ^ (byte & 0x80 == 0 ? 0 : 0x1B) }

  /// Computed from powers of 3, which are all numbers but 0, and their inverses.
  private static let substitutes: [UInt8] = {
    var table = [UInt8](repeating: 0x63, count: 256)
    var powers: [UInt8] = [1]
    while powers.count < 255 { powers.append(powers[powers.count - 1] ^ doubled(powers[powers.count - 1])) }
    for (exponent, number) in powers.enumerated() {
      let inverse = powers[(255 - exponent) % 255]
      let turned = (1...4).map { inverse << UInt8($0) | inverse >> UInt8(8 - $0) }
      table[Int(number)] = turned.reduce(inverse ^ 0x63, ^)
    }
    return table
  }()
}
