import Testing

@testable import LabLoad

struct ResponseReaderTests {
  @Test("an answer is read in pieces of any size")
  func pieces() throws {
    let text = "HTTP/1.1 201 Created\r\nDate: now\r\ncontent-length:  5\r\nConnection: close\r\n\r\nhello"
    var reader = ResponseReader()
    for byte in text.utf8.dropLast() {
      withUnsafeBytes(of: byte) { reader.append($0) }
      #expect(try reader.response()?.status == nil)
    }
    withUnsafeBytes(of: UInt8(ascii: "o")) { reader.append($0) }
    let response = try #require(try reader.response())
    #expect(response.status == 201 && Array(response.body) == Array("hello".utf8) && response.closes)
  }

  @Test(
    "what is not an answer with a length is refused",
    arguments: [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "SSH-2.0-OpenSSH_9.2p1 and more\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n",
    ])
  func refused(text: String) {
    var reader = ResponseReader()
    Array(text.utf8).withUnsafeBytes { reader.append($0) }
    #expect(throws: ResponseReader.Fault.self) { try reader.response() }
  }
}
