import Crypto
import Testing

@Suite struct ScryptTests {
  /// RFC 7914 §12; the fourth vector takes a gigabyte.
  @Test(arguments: [
    (
      "", "", 16, 1, 1,
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    ),
    (
      "password", "NaCl", 1024, 8, 16,
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", 16384, 8, 1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ),
  ])
  func theStandardsVectors(
    password: String, salt: String, cost: Int, blockSize: Int, parallelism: Int, key: String
  ) throws {
    let found = try Scrypt.key(
      password: Array(password.utf8), salt: Array(salt.utf8),
      parameters: .init(cost: cost, blockSize: blockSize, parallelism: parallelism), size: 64)
    #expect(Hex.encode(found) == key)
  }

  @Test(arguments: [(0, 8, 1), (1, 8, 1), (3, 8, 1), (-16, 8, 1), (1 << 40, 8, 1), (16, 0, 1), (16, 8, 0)])
  func parametersThatMakeNoSenseAreRefused(cost: Int, blockSize: Int, parallelism: Int) {
    #expect(throws: CryptoError.failed(operation: "scrypt")) {
      try Scrypt.key(
        password: [1], salt: [2],
        parameters: .init(cost: cost, blockSize: blockSize, parallelism: parallelism), size: 32)
    }
  }
}
