import Testing

// The numbers are those of W3C's "Web Authentication: An API for accessing Public Key Credentials, Level 3", section 16,
// "Test Vectors". All are derived from a text there, so they were computed again by its rules (HKDF, and ECDSA of
// RFC 6979), and compared with the text of the standard.

/// An enrollment and a sign-in of the standard's section "Test Vectors".
struct StandardVector: Sendable, CustomTestStringConvertible {
  /// The name from which the numbers are derived.
  let name: String
  let format: String
  let id: String
  let key: String
  let enrollment: Answer
  let attestationObject: String
  let signIn: Answer
  let authenticatorData: String
  let signature: String
  /// The flags UV, BE and BS of the enrollment and of the sign-in.
  let flags: [[Bool]]

  struct Answer: Sendable {
    let challenge: String
    let clientData: String
  }

  var testDescription: String { name }
}

extension StandardVector {
  /// Section 16.2.
  static let noneES256 = StandardVector(
    name: "none.ES256", format: "none",
    id: "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4",
    key: """
      a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a\
      2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220
      """,
    enrollment: Answer(
      challenge: "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130",
      clientData: """
        {"type":"webauthn.create","challenge":"AMMPt4UxxGTStncdq417YDwBFi8vpIa-pw8oOuVW4TA","origin":"ht\
        tps://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with addition\
        al fields in the future, such as this: BkQeDjdcTBrXBiAwJTLE5Q"}
        """),
    attestationObject: """
      a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8\
      edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3f\
      b63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb2\
      49c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220
      """,
    signIn: Answer(
      challenge: "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408",
      clientData: """
        {"type":"webauthn.get","challenge":"OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag","origin":"https\
        ://example.org","crossOrigin":false}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
    signature: """
      3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f5\
      75bf11a1dd5d78c6e486013f937295ea13653e331e87
      """,
    flags: [[false, true, true], [false, true, true]])

  /// Section 16.3.
  static let selfES256 = StandardVector(
    name: "packed-self.ES256", format: "packed",
    id: "455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c",
    key: """
      a5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427\
      a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2
      """,
    enrollment: Answer(
      challenge: "7869c2b772d4b58eba9378cf8f29e26cf935aa77df0da89fa99c0bdc0a76f7e5",
      clientData: """
        {"type":"webauthn.create","challenge":"eGnCt3LUtY66k3jPjynibPk1qnffDaifqZwL3Ap29-U","origin":"ht\
        tps://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with addition\
        al fields in the future, such as this: U9hTXvKE2URkMnb_0xYHVg"}
        """),
    attestationObject: """
      a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c9\
      2120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6\
      006d68617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000\
      df850e09db6afbdfab51697791506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c\
      a5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427\
      a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2
      """,
    signIn: Answer(
      challenge: "4478a10b1352348dd160c1353b0d469b5db19eb91c27f7dfa6fed39fe26af20b",
      clientData: """
        {"type":"webauthn.get","challenge":"RHihCxNSNI3RYME1Ow1Gm12xnrkcJ_ffpv7Tn-Jq8gs","origin":"https\
        ://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional \
        fields in the future, such as this: gTb53rz6EhSWomXGzimC1Q"}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50900000000",
    signature: """
      304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3b997\
      72b7efd95994a83ef584b3b6b825ea3550251b66
      """,
    flags: [[true, true, true], [false, true, false]])

  /// Section 16.4.
  static let crossOrigin = StandardVector(
    name: "none.ES256.crossOrigin", format: "none",
    id: "6e1050c0d2ca2f07c755cb2c66a74c64fa43065c18f938354d9915db2bd5ce57",
    key: """
      a501020326200121582022200a473f90b11078851550d03b4e44a2279f8c4eca27b3153dedfe03e4e97d225820cbd0be95e7\
      46ad6f5a8191be11756e4c0420e72f65b466d39bc56b8b123a9c6e
      """,
    enrollment: Answer(
      challenge: "3be5aacd03537142472340ab5969f240f1d87716e20b6807ac230655fa4b3b49",
      clientData: """
        {"type":"webauthn.create","challenge":"O-WqzQNTcUJHI0CrWWnyQPHYdxbiC2gHrCMGVfpLO0k","origin":"ht\
        tps://example.org","crossOrigin":true,"extraData":"clientDataJSON may be extended with additiona\
        l fields in the future, such as this: zZquEtDR9DWqpW5tBWTFug"}
        """),
    attestationObject: """
      a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8\
      edd46592a5e0f01452b2e4b54500000000883f4f6014f19c09d87aa38123be48d000206e1050c0d2ca2f07c755cb2c66a74c\
      64fa43065c18f938354d9915db2bd5ce57a501020326200121582022200a473f90b11078851550d03b4e44a2279f8c4eca27\
      b3153dedfe03e4e97d225820cbd0be95e746ad6f5a8191be11756e4c0420e72f65b466d39bc56b8b123a9c6e
      """,
    signIn: Answer(
      challenge: "876aa517ba83fdee65fcffdbca4c84eeae5d54f8041a1fc85c991e5bbb273137",
      clientData: """
        {"type":"webauthn.get","challenge":"h2qlF7qD_e5l_P_bykyE7q5dVPgEGh_IXJkeW7snMTc","origin":"https\
        ://example.org","crossOrigin":true,"extraData":"clientDataJSON may be extended with additional f\
        ields in the future, such as this: 92pcTVD0Aby-q4dtmj6efg"}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50500000000",
    signature: """
      3046022100eb12fcf23b12764c0f122e22371fab92e283879fd798f38ee1841c951b6e40e7022100c76237ff9db77b3c56f3\
      0837cda6a09acfa2e915544e609c0733b1184036d1cf
      """,
    flags: [[true, false, false], [true, false, false]])

  /// Section 16.5.
  static let topOrigin = StandardVector(
    name: "none.ES256.topOrigin", format: "none",
    id: "b8ad59b996047ab18e2ceb57206c362da57458793481f4a8ebf101c7ca7cc0f1",
    key: """
      a5010203262001215820a1c47c1d82da4ebe82cd72207102b380670701993bc35398ae2e5726427fe01d22582086c1080d82\
      987028c7f54ecb1b01185de243b359294a0ed210cd47480f0adc88
      """,
    enrollment: Answer(
      challenge: "4e1f4c6198699e33c14f192153f49d7e0e8e3577d5ac416c5f3adc92a41f27e5",
      clientData: """
        {"type":"webauthn.create","challenge":"Th9MYZhpnjPBTxkhU_Sdfg6ONXfVrEFsXzrckqQfJ-U","origin":"ht\
        tps://example.org","crossOrigin":true,"topOrigin":"https://example.com"}
        """),
    attestationObject: """
      a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8\
      edd46592a5e0f01452b2e4b5410000000097586fd09799a76401c200455099ef2a0020b8ad59b996047ab18e2ceb57206c36\
      2da57458793481f4a8ebf101c7ca7cc0f1a5010203262001215820a1c47c1d82da4ebe82cd72207102b380670701993bc353\
      98ae2e5726427fe01d22582086c1080d82987028c7f54ecb1b01185de243b359294a0ed210cd47480f0adc88
      """,
    signIn: Answer(
      challenge: "d54a5c8ca4b62a8e3bb321e3b2bc73856f85a10150db2939ac195739eb1ea066",
      clientData: """
        {"type":"webauthn.get","challenge":"1UpcjKS2Ko47syHjsrxzhW-FoQFQ2yk5rBlXOeseoGY","origin":"https\
        ://example.org","crossOrigin":true,"topOrigin":"https://example.com","extraData":"clientDataJSON\
         may be extended with additional fields in the future, such as this: UiFoJMVRQHDAFWFi4vxUpQ"}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50500000000",
    signature: """
      3045022100b5a70c81780d5fcc9a4f2ae9caae99058f8accaf58b91fb59329646c28ac6ffc022012e101c165db3c8e9957f0\
      c54dd6ca9b56bc3bd2f280bd2faa6c1d02c6e5c171
      """,
    flags: [[false, false, false], [true, false, false]])

  /// Section 16.6.
  static let longID = StandardVector(
    name: "none.ES256.long-credential-id", format: "none",
    id: """
      3a761a4e1674ad6c4305869435c0eee9c286172c229bb91b48b4ada140c0863417031305cce5b4a27a88d7fe728a5f5a627d\
      e771b4b40e77f187980c124f9fe832d7136010436a056cce716680587d23187cf1fc2c62ae86fc3e508ee9617ffc74fbc104\
      88ec16ec5e9096328669a898709b655e549738c666c1ae6281dc3b5f733c251d3eefb76ee70a3805ca91bcc18e49c8dc7f63\
      ebcb486ba8c3d6ab52b88ff72c6a5bb47c32f3ee8683a3ddc8abf60870448ec8a21b5bdcb183c7dead870255575a6df96eb1\
      b6a2a1019780cba9e4887b17ff1164bbbcc10eb0d86ed75984cd3fa3419103024507dfd9ce8f92c56af7914cb0bb50b87ba8\
      2a312bb7dcd93028dbdcd6adb266979667158335171e3682d37755701edbf9d872846a291d49e57ef09da1ec637f5052ed2a\
      a7407f7e61827468e94b461844f4c67be5fa9c6055a566f8fdfc29d4bf78a9ff275f552cc68ba543fa3962eea36fd1ea8453\
      764577d021d0a181efc1f6100ab2e4110039e21ee16970bda7432b6134492155afc126295b3a2eccd12c66a68e340969e995\
      e3e8c9c476e395cfc21203414110779474f1c9797406637dbe414f132519d3bf0ce4f01734ef0e1a12c3ad604ff15d766b16\
      24db6a5a7ccbff7bc35c9908df94aba277e0af48f04ff3d16381c47e5a37ed3988a67a3b1ecaa926336b33391fff04128f86\
      9991c9fabd905b6fe3ceef5f8b630ec1c5d2636d5b1961ad5ca5004170f6f5e482792aad989b0287fe91e5c479403397152f\
      1fa56aa79b156eb47e6c8ea3eb175c34cfb38ad8e772874639b1023d4d01395c94e55831671cc022aa6fa1e02a02c2e4abc7\
      76f6960e51f83b71a8c0f207b6a347573977812c9aa5480b0011aa739bd4b76c18c000cc4757cceccb920f007c40c00e37e5\
      ab21476cd9f6054a8fffb55a108f5c706e2cea2049d81fd321ff47d2a5761b0800955ab1d4f4889f55a84e2601c684f17a4a\
      de7453ea49591d0b59c8d9a765052f62219cf6ef4a5dd9539f0617d6ebbebce7c000455475d18449e25c49ef9a1e3efe18c0\
      9082ebe2058d7c347defaa92f0664553b805c7d76bbfce5f330aca220ac90a789380fc479ea0d8793205813cca590a912f69\
      9ad52f991a1bc0a503c3ec4b2a696719e3c26591a87127f7305cc7e72f4c8e39355ebb06a5b1042990f38710ee7aa612ee43\
      74bb82e878585a70a96c2a6b47f101a4ff154be4fd76a3167577a5cc54d9167c154c69ac35485e44cc898b719e1be3cc9c0f\
      b5624b8f8a0dae10947a41bf848b6c1bb33d1006ec077d7e286e3f2a7b4843716390119449fe2721e81a5ed2333d331c7120\
      765da58fadae73c19d9a8c4509cf8ac1e9d98b799a5274509069739b5823f3fb496663820033426988eefca53e580e0f9e0d\
      fe0992fc2e53a97e053639f98577058f995bdbd41cefdb
      """,
    key: """
      a50102032620012158203b8176b7504489cc593046d7988abb7905a742de6ac2cdc748a873c663e90cb12258201436d5edc9\
      a75f23999eef9d5950a5c2455514ee1014084720f841a06b828a11
      """,
    enrollment: Answer(
      challenge: "1113c7265ccf5e65124282fa1d7819a7a14cb8539aa4cdbec7487e5f35d8ec6c",
      clientData: """
        {"type":"webauthn.create","challenge":"ERPHJlzPXmUSQoL6HXgZp6FMuFOapM2-x0h-XzXY7Gw","origin":"ht\
        tps://example.org","crossOrigin":false}
        """),
    attestationObject: """
      a363666d74646e6f6e656761747453746d74a0686175746844617461590483bfabc37432958b063360d3ad6461c9c4735ae7\
      f8edd46592a5e0f01452b2e4b549000000008f3360c2cd1b0ac14ffe0795c5d2638e03ff3a761a4e1674ad6c4305869435c0\
      eee9c286172c229bb91b48b4ada140c0863417031305cce5b4a27a88d7fe728a5f5a627de771b4b40e77f187980c124f9fe8\
      32d7136010436a056cce716680587d23187cf1fc2c62ae86fc3e508ee9617ffc74fbc10488ec16ec5e9096328669a898709b\
      655e549738c666c1ae6281dc3b5f733c251d3eefb76ee70a3805ca91bcc18e49c8dc7f63ebcb486ba8c3d6ab52b88ff72c6a\
      5bb47c32f3ee8683a3ddc8abf60870448ec8a21b5bdcb183c7dead870255575a6df96eb1b6a2a1019780cba9e4887b17ff11\
      64bbbcc10eb0d86ed75984cd3fa3419103024507dfd9ce8f92c56af7914cb0bb50b87ba82a312bb7dcd93028dbdcd6adb266\
      979667158335171e3682d37755701edbf9d872846a291d49e57ef09da1ec637f5052ed2aa7407f7e61827468e94b461844f4\
      c67be5fa9c6055a566f8fdfc29d4bf78a9ff275f552cc68ba543fa3962eea36fd1ea8453764577d021d0a181efc1f6100ab2\
      e4110039e21ee16970bda7432b6134492155afc126295b3a2eccd12c66a68e340969e995e3e8c9c476e395cfc21203414110\
      779474f1c9797406637dbe414f132519d3bf0ce4f01734ef0e1a12c3ad604ff15d766b1624db6a5a7ccbff7bc35c9908df94\
      aba277e0af48f04ff3d16381c47e5a37ed3988a67a3b1ecaa926336b33391fff04128f869991c9fabd905b6fe3ceef5f8b63\
      0ec1c5d2636d5b1961ad5ca5004170f6f5e482792aad989b0287fe91e5c479403397152f1fa56aa79b156eb47e6c8ea3eb17\
      5c34cfb38ad8e772874639b1023d4d01395c94e55831671cc022aa6fa1e02a02c2e4abc776f6960e51f83b71a8c0f207b6a3\
      47573977812c9aa5480b0011aa739bd4b76c18c000cc4757cceccb920f007c40c00e37e5ab21476cd9f6054a8fffb55a108f\
      5c706e2cea2049d81fd321ff47d2a5761b0800955ab1d4f4889f55a84e2601c684f17a4ade7453ea49591d0b59c8d9a76505\
      2f62219cf6ef4a5dd9539f0617d6ebbebce7c000455475d18449e25c49ef9a1e3efe18c09082ebe2058d7c347defaa92f066\
      4553b805c7d76bbfce5f330aca220ac90a789380fc479ea0d8793205813cca590a912f699ad52f991a1bc0a503c3ec4b2a69\
      6719e3c26591a87127f7305cc7e72f4c8e39355ebb06a5b1042990f38710ee7aa612ee4374bb82e878585a70a96c2a6b47f1\
      01a4ff154be4fd76a3167577a5cc54d9167c154c69ac35485e44cc898b719e1be3cc9c0fb5624b8f8a0dae10947a41bf848b\
      6c1bb33d1006ec077d7e286e3f2a7b4843716390119449fe2721e81a5ed2333d331c7120765da58fadae73c19d9a8c4509cf\
      8ac1e9d98b799a5274509069739b5823f3fb496663820033426988eefca53e580e0f9e0dfe0992fc2e53a97e053639f98577\
      058f995bdbd41cefdba50102032620012158203b8176b7504489cc593046d7988abb7905a742de6ac2cdc748a873c663e90c\
      b12258201436d5edc9a75f23999eef9d5950a5c2455514ee1014084720f841a06b828a11
      """,
    signIn: Answer(
      challenge: "ef1deba56dce48f674a447ccf63b9599258ce87648e5c396f2ef0ca1da460e3b",
      clientData: """
        {"type":"webauthn.get","challenge":"7x3rpW3OSPZ0pEfM9juVmSWM6HZI5cOW8u8ModpGDjs","origin":"https\
        ://example.org","crossOrigin":false}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50d00000000",
    signature: """
      304502203ecef83fb12a0cae7841055f9f87103a99fd14b424194bbf06c4623d3ee6e3fd022100d2ace346db262b1374a6b7\
      0faa51f518a42ddca13a4125ce6f5052a75bac9fb6
      """,
    flags: [[false, true, false], [true, true, false]])

  /// Section 16.7.
  static let packedES256 = StandardVector(
    name: "packed.ES256", format: "packed",
    id: "c9a6f5b3462d02873fea0c56862234f99f081728084e511bb7760201a89054a5",
    key: """
      a50102032620012158201cf27f25da591208a4239c2e324f104f585525479a29edeedd830f48e77aeae522582059e4b7da6c\
      0106e206ce390c93ab98a15a5ec3887e57f0cc2bece803b920c423
      """,
    enrollment: Answer(
      challenge: "c1184a5fddf8045e13dc47f54b61f5a656b666b59018f16d870e9256e9952012",
      clientData: """
        {"type":"webauthn.create","challenge":"wRhKX934BF4T3Ef1S2H1pla2ZrWQGPFthw6SVumVIBI","origin":"ht\
        tps://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with addition\
        al fields in the future, such as this: 9a8bNYjKCgWrBXU-fCl1ag"}
        """),
    attestationObject: """
      a363666d74667061636b65646761747453746d74a363616c6726637369675847304502203f19ec4b229f46ab8c45eff29b90\
      4ff10c0390dc40bf1216f04a78f4ceba3425022100fe7041a32759aff05a0f9f26c70a999c7a284451ba89234a1d3483c25e\
      21925b637835638159022530820221308201c8a00302010202110088c220f83c8ef1feafe94deae45faad0300a06082a8648\
      ce3d0403023062311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c03\
      57334331253023060355040b0c1c41757468656e74696361746f72204174746573746174696f6e204341310b300906035504\
      06130241413020170d3234303130313030303030305a180f33303234303130313030303030305a305f311e301c0603550403\
      0c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331223020060355040b0c194175\
      7468656e74696361746f72204174746573746174696f6e310b30090603550406130241413059301306072a8648ce3d020106\
      082a8648ce3d03010703420004a91ba4389409dd38a428141940ca8feb1ac0d7b4350558104a3777a49322f3798440f378b3\
      398ab2d3bb7bf91322c92eb23556f59ad0a836fec4c7663b0e4dc3a360305e300c0603551d130101ff04023000300e060355\
      1d0f0101ff040403020780301d0603551d0e04160414a589ba72d060842ab11f74fb246bdedab16f9b9b301f0603551d2304\
      183016801445aff715b0dd786741fee996ebc16547a3931b1e300a06082a8648ce3d040302034700304402201726b9d85ecd\
      8a5ed51163722ca3a20886fd9b242a0aa0453d442116075defd502207ef471e530ac87961a88a7f0d0c17b091ffc6b9238d3\
      0f79f635b417be5910e768617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452\
      b2e4b54d00000000876ca4f52071c3e9b25509ef2cdf7ed60020c9a6f5b3462d02873fea0c56862234f99f081728084e511b\
      b7760201a89054a5a50102032620012158201cf27f25da591208a4239c2e324f104f585525479a29edeedd830f48e77aeae5\
      22582059e4b7da6c0106e206ce390c93ab98a15a5ec3887e57f0cc2bece803b920c423
      """,
    signIn: Answer(
      challenge: "b1106fa46a57bef1781511c0557dc898a03413d5f0f17d244630c194c7e1adb5",
      clientData: """
        {"type":"webauthn.get","challenge":"sRBvpGpXvvF4FRHAVX3ImKA0E9Xw8X0kRjDBlMfhrbU","origin":"https\
        ://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with additional \
        fields in the future, such as this: AZMwyMxIbD8-uguFNp6r8Q"}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50d00000000",
    signature: """
      30450220694969d3ee928de6f02ef23a9c644d7d779916451734a94b432542f498a1ebe90221008b0819c824218a97152cd0\
      99c55bfb1477b29d900a49a64018314f9bfccda163
      """,
    flags: [[true, true, false], [true, true, false]])

  /// Section 16.10.
  static let packedRS256 = StandardVector(
    name: "packed.RS256", format: "packed",
    id: "992a18acc83f67533600c1138a4b4c4bd236de13629cf025ed17cb00b00b74df",
    key: """
      a4010303390100205901b403ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      fffffffffffffffffffffffffffffffffffffffffff7ffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff80000000000000000000000000\
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001214301\
      0001
      """,
    enrollment: Answer(
      challenge: "bea8f0770009bd57f2c0df6fea9f743a27e4b61bbe923c862c7aad7a9fc8e4a6",
      clientData: """
        {"type":"webauthn.create","challenge":"vqjwdwAJvVfywN9v6p90Oifkthu-kjyGLHqtep_I5KY","origin":"ht\
        tps://example.org","crossOrigin":false}
        """),
    attestationObject: """
      a363666d74667061636b65646761747453746d74a363616c672663736967584730450221008b8c5c6ea8c142c032e0be69e1\
      353d44461c5c9109941cdda951b976eb95b6b302204d52f406c19e254b3ff9589bd18070fb055ac8db12fdd0a6734bea9d71\
      68e900637835638159022630820222308201c7a00302010202101f6fb7a5ece81b45896b983a995da5f3300a06082a8648ce\
      3d0403023062311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357\
      334331253023060355040b0c1c41757468656e74696361746f72204174746573746174696f6e204341310b30090603550406\
      130241413020170d3234303130313030303030305a180f33303234303130313030303030305a305f311e301c06035504030c\
      15576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331223020060355040b0c19417574\
      68656e74696361746f72204174746573746174696f6e310b30090603550406130241413059301306072a8648ce3d02010608\
      2a8648ce3d03010703420004b7b36b7542a11120b443c794d0c99fdc25a06b76586413d81e086163ef6fe147a557afc34e28\
      61d9057d6d465d4705a0310550bdeeb5f35ee35b9425ab859981a360305e300c0603551d130101ff04023000300e0603551d\
      0f0101ff040403020780301d0603551d0e04160414fb37b647bccfb9e54d989eaaacc1633868703fb3301f0603551d230418\
      3016801445aff715b0dd786741fee996ebc16547a3931b1e300a06082a8648ce3d0403020349003046022100b86bc129d92a\
      fca7d9869a39f70f139a305b4073a39eb654d81424bed5757d91022100cf9f7c60cab7c4a7d3e7f0020f281a93d4fd0a9f95\
      121b989f56932a68885fba68617574684461746159021bbfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f0\
      1452b2e4b55d00000000428f8878298b9862a36ad8c7527bfef20020992a18acc83f67533600c1138a4b4c4bd236de13629c\
      f025ed17cb00b00b74dfa4010303390100205901b403ffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7ffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
      ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff800000\
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000\
      000000000000012143010001
      """,
    signIn: Answer(
      challenge: "295f59f5fa8fe62c5aca9e27626c78c8da376ae6d8cd2dd29aebad601e1bc4c5",
      clientData: """
        {"type":"webauthn.get","challenge":"KV9Z9fqP5ixayp4nYmx4yNo3aubYzS3SmuutYB4bxMU","origin":"https\
        ://example.org","crossOrigin":false}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000",
    signature: """
      01063d52d7c39b4d432fc7063c5d93e582bdcb16889cd71f888d67d880ea730a428498d3bc8e1ee11f2b1ecbe6c292b118c5\
      5ffaaddefa8cad0a54dd137c51f1eec673f1bb6c4d1789d6826a222b22d0f585fc901fdc933212e579d199b89d672aa44891\
      333e6a1355536025e82b25590256c3538229b55737083b2f6b9377e49e2472f11952f79fdd0da180b5ffd901b4049a8f081b\
      b40711bef76c62aed943571f2d0575304cb549d68d8892f95086a30f93716aee818f8dc06e96c0d5e0ed4cfa9fd8773d9046\
      4b68cf140f7986666ff9c9e3302acd0535d60d769f465e2ab57ef8aabc89fccfef7ba32a64154a8b3d26be2298f470b8cc53\
      77dbe3dfd4b0b45f8f01e63bde6cfc76b62771f9b70aa27cf40152cad93aa5acd784fd4b90f676e2ea828d0bf2400aebbaae\
      4153e5838f537f88b6228346782a93a899be66ec77de45b3efcf311da6321c92e6b0cd11bfe653bf3e98cee8e341f02d67db\
      b6f9c98d9e8178090cfb5b70fbc6d541599ac794ae2f1d4de1286ec8de8c2daf7b1d15c8438e90d924df5c19045220a4c843\
      8c1b979bbe016cf3d0eeec23c3999d4882cc645b776de930756612cdc6dd398160ff02a6
      """,
    flags: [[true, true, true], [false, true, true]])

  /// Section 16.11.
  static let packedEdDSA = StandardVector(
    name: "packed.EdDSA", format: "packed",
    id: "ce9f840ed96599580cd140fbc7bb3230633f50f61041aff73308ae71caa8a2bd",
    key: "a401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa84934bf832",
    enrollment: Answer(
      challenge: "a8abf9dabdc6b0df63466b39bda9e8a34a34e185337a59f1c579990676d3b3bd",
      clientData: """
        {"type":"webauthn.create","challenge":"qKv52r3GsN9jRms5vanoo0o04YUzelnxxXmZBnbTs70","origin":"ht\
        tps://example.org","crossOrigin":false,"extraData":"clientDataJSON may be extended with addition\
        al fields in the future, such as this: B_DT5g7ZD_-9OTLYX5IvEQ"}
        """),
    attestationObject: """
      a363666d74667061636b65646761747453746d74a363616c67266373696758483046022100d83f60bd80269537583218858a\
      efb03ac57d45fa06e42feaae332d187f62da9f022100a02bd3cb6f7e1d283c93bad1f3f4b5a4c0494463da7fdbf256949116\
      754d1f17637835638159022730820223308201c8a003020102021100b2cfc9ea33c8643b0e1a760463eaf164300a06082a86\
      48ce3d0403023062311e301c06035504030c15576562417574686e207465737420766563746f7273310c300a060355040a0c\
      0357334331253023060355040b0c1c41757468656e74696361746f72204174746573746174696f6e204341310b3009060355\
      0406130241413020170d3234303130313030303030305a180f33303234303130313030303030305a305f311e301c06035504\
      030c15576562417574686e207465737420766563746f7273310c300a060355040a0c0357334331223020060355040b0c1941\
      757468656e74696361746f72204174746573746174696f6e310b30090603550406130241413059301306072a8648ce3d0201\
      06082a8648ce3d03010703420004dd2b7a564b73b8c0b81c4c62e521925c4d1198ec9f583dbf1eebe364b65cd9c29a9bdf34\
      6aaa81fb6b9507e5249a52fdaf8e39e26b0b7dc45992a7e233b70f70a360305e300c0603551d130101ff04023000300e0603\
      551d0f0101ff040403020780301d0603551d0e041604140ae27546bc7eccb1b4b597bd354f0c0b1f1f8f8e301f0603551d23\
      04183016801445aff715b0dd786741fee996ebc16547a3931b1e300a06082a8648ce3d0403020349003046022100a0d434ec\
      b5fc3bfd7da5f41904517ad2836249f561bd834ba7a438a8ab7a4ce8022100fac845bb7a02513b58e9f319654dbe49b0f02b\
      95835bac568c71f8a18cdde9ab6861757468446174615881bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0\
      f01452b2e4b54100000000d5aa33581e8ca478e20fe713f5d32ff20020ce9f840ed96599580cd140fbc7bb3230633f50f610\
      41aff73308ae71caa8a2bda401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa8493\
      4bf832
      """,
    signIn: Answer(
      challenge: "895957e01c633a698348a2d8a31a54b7db27e8c1c43b2080d79ae2190267bfd2",
      clientData: """
        {"type":"webauthn.get","challenge":"iVlX4BxjOmmDSKLYoxpUt9sn6MHEOyCA15riGQJnv9I","origin":"https\
        ://example.org","crossOrigin":false}
        """),
    authenticatorData: "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50100000000",
    signature: """
      f5c59c7e46c34f6f8cc197101ddf9934fa2595f68eb1913a637e8419eb9ba4cfdfc48f85393bc0d40b011f0d6fecb097d660\
      7525713223a0dc0d453993dae00b
      """,
    flags: [[false, false, false], [false, false, false]])
}
