import Cryptography
import Testing

struct DEREncoderTests {
  @Test(
    "integers have the shortest form",
    arguments: [
      (0, "020100"), (127, "02017f"), (128, "02020080"), (256, "02020100"), (-1, "0201ff"), (-128, "020180"),
      (-129, "0202ff7f"),
    ])
  func integers(value: Int, hex: String) {
    #expect(Hex.encode(DEREncoder.integer(value)) == hex)
  }

  @Test(
    "magnitudes never become negative",
    arguments: [
      ([UInt8](), "020100"), ([0, 0], "020100"), ([0x80], "02020080"), ([0, 0x7F], "02017f"),
    ])
  func magnitudes(bytes: [UInt8], hex: String) {
    #expect(Hex.encode(DEREncoder.unsignedInteger(bytes)) == hex)
  }

  @Test("identifiers and high tag numbers are as in real certificates")
  func identifiers() {
    #expect(Hex.encode(DEREncoder.objectIdentifier("1.2.840.113635.100.8.2")) == "06092a864886f763640802")
    #expect(Hex.encode(DEREncoder.explicit(1204, DEREncoder.null)) == "bf8934020500")
    #expect(Hex.encode(DEREncoder.explicit(10, DEREncoder.integer(0))) == "aa03020100")
  }

  @Test("lengths have the shortest form", arguments: [(127, "7f"), (128, "8180"), (255, "81ff"), (256, "820100")])
  func lengths(count: Int, hex: String) {
    #expect(Hex.encode(DEREncoder.length(count)) == hex)
  }

  @Test("armoured objects are found among other text, and damaged ones are not")
  func pem() {
    let (first, second) = ([UInt8](0..<100), [UInt8]([1]))
    let text =
      "bag\n" + PEM.encode(first, label: "X") + "\r\n" + PEM.encode([9], label: "Y") + PEM.encode(second, label: "X")
    #expect(PEM.decode(text, label: "X") == [first, second])
    #expect(PEM.decode(text.replacing("AAEC", with: "A*EC"), label: "X") == [])
    #expect(PEM.decode("-----BEGIN X-----\nAQ==\n", label: "X") == [])
  }
}
