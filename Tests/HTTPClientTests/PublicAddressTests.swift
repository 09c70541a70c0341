import Testing

@testable import HTTPClient

@Suite struct PublicAddressTests {
  static func v4(_ text: String) -> UInt32 {
    text.split(separator: ".").reduce(0) { $0 << 8 | (UInt32($1) ?? 0) }
  }

  @Test(
    "an IPv4 address of a private, shared, local or reserved network is not public",
    arguments: [
      "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.8.8.8",
      "169.254.169.254",
      "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
      "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    ])
  func special(_ text: String) {
    #expect(!PublicAddress.isPublic(v4: Self.v4(text)))
  }

  @Test(
    "the neighbours of those networks are public",
    arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
      "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
      "198.17.255.255",
      "198.20.0.0", "223.255.255.255",
    ])
  func neighbours(_ text: String) {
    #expect(PublicAddress.isPublic(v4: Self.v4(text)))
  }

  static func v6(_ groups: [UInt16]) -> [UInt8] { groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

  @Test(
    "an IPv6 address is public only as global unicast that carries no IPv4 address",
    arguments: [
      ([0x2606, 0x4700, 0, 0, 0, 0, 0, 1], true), ([0x2001, 0x4860, 0, 0, 0, 0, 0, 1], true),
      ([0, 0, 0, 0, 0, 0, 0, 1], false), ([0, 0, 0, 0, 0, 0xFFFF, 0x7F00, 1], false),
      ([0x64, 0xFF9B, 0, 0, 0, 0, 0x7F00, 1], false), ([0xFE80, 0, 0, 0, 0, 0, 0, 1], false),
      ([0xFD00, 0, 0, 0, 0, 0, 0, 1], false), ([0xFF02, 0, 0, 0, 0, 0, 0, 1], false),
      ([0x2001, 0, 0, 0, 0, 0, 0, 1], false), ([0x2001, 0xDB8, 0, 0, 0, 0, 0, 1], false),
      ([0x2002, 0x7F00, 1, 0, 0, 0, 0, 1], false), ([0x3FFF, 0x0FFF, 0, 0, 0, 0, 0, 1], false),
    ] as [([UInt16], Bool)])
  func v6(_ groups: [UInt16], _ expected: Bool) {
    #expect(PublicAddress.isPublic(v6: Self.v6(groups)) == expected)
  }

  @Test("a client for strangers' addresses connects to nothing on this machine, by number or by name")
  func refusal() async throws {
    let server = try TestServer()
    var configuration = HTTPClientConfiguration()
    configuration.refusesPrivateAddresses = true
    let client = try HTTPClient(configuration: configuration)
    for host in ["127.0.0.1", "localhost"] {
      let url = server.url.replacing("127.0.0.1", with: host)
      await #expect(throws: HTTPClientError(code: .addressNotPublic, curlCode: 0, reason: "")) {
        _ = try await client.send(HTTPClientRequest(url: url))
      }
    }
  }
}
