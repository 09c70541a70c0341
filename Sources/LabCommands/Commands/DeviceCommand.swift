import AppleLab
import Foundation

/// `assay-lab device`: one simulated device against a running service. Exit status 1 when a step ended otherwise
/// than it should.
enum DeviceCommand {
  private static let options: Set<String> = [
    "api", "secret-file", "app-id", "account", "lab", "shape", "fault", "device", "assertions", "ca",
    "other-account",
  ]
  private static let flags: Set<String> = ["replay-challenge", "old-counter", "changed-body"]

  static func run(_ words: [String]) async throws -> Int32 {
    let arguments = try Arguments(words, options: options, flags: flags)
    let lab = try LabAuthorities.load(from: URL(fileURLWithPath: try arguments.required("lab")))
    let shape = try arguments.choice("shape", default: LabShape.ios27) ?? .ios27
    let appID = try arguments.required("app-id")
    var unexpected = 0
    let session = DeviceSession(
      calls: ServiceCalls(appID: appID, transport: try ServiceTransport.make(arguments)),
      device: LabDevice(authorities: lab, appID: appID, shape: shape),
      account: try arguments.required("account"), deviceID: arguments.text("device")
    ) { line in
      if line["as_expected"] as? Bool == false { unexpected += 1 }
      try JSONLine.print(line)
    }
    try await perform(session, arguments)
    return unexpected == 0 ? 0 : 1
  }

  private static func perform(_ session: DeviceSession, _ arguments: Arguments) async throws {
    let fault: LabFault? = try arguments.choice("fault", default: nil)
    let ofAssertion = fault?.subjects == [.assertion] ? fault : nil
    guard var registered = try await session.register(fault: ofAssertion == nil ? fault : nil) else { return }
    let request = SignedRequest(body: [UInt8]("{\"amount\":\"12.50\",\"to\":\"DE02\"}".utf8))
    var latest: Presented?
    for _ in 0..<(try arguments.number("assertions", default: 3)) {
      latest = try await session.assert(&registered, request, fault: ofAssertion)
    }
    if arguments.has("replay-challenge"), let latest { try await session.replay(latest) }
    if arguments.has("old-counter") { try await session.presentOldCounter(registered, request) }
    if arguments.has("changed-body") { try await session.presentChangedBody(&registered, request) }
    if let other = arguments.text("other-account") {
      try await session.presentAsOther(&registered, request, other: other)
    }
  }
}
