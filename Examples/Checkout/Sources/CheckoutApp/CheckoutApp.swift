import AssayClient
import Cryptography
import Foundation

/// The app's networking layer: a client of Assay over the shop's backend.
public struct CheckoutApp: Sendable {
  /// The operation that the shop binds its challenges to.
  public static let operation = "checkout.calculate"
  /// The shop's names for the two header fields.
  public static let headers = ProofHeaders(challenge: "Example-Proof-Challenge", proof: "Example-App-Proof")

  /// The client; tests reach through to it.
  public let client: AppAttestClient
  /// The backend's registration calls.
  public let backend: TenantBackend
  private let base: URL
  private let account: AccountID
  private let token: String

  /// An app, signed in as an account.
  public init(
    base: URL, account: AccountID, token: String, provider: any AttestationProvider,
    transport: any ClientTransport = URLSessionTransport(), store: any KeyStore = InMemoryKeyStore(),
    pacing: AppAttestClient.Pacing = .oneAtATime, surroundings: Surroundings = .system
  ) {
    self.base = base
    self.account = account
    self.token = token
    backend = TenantBackend(
      base: base.appendingPathComponent("attest"), installationID: UUID().uuidString, transport: transport,
      authorization: { _ in ["Authorization": "Bearer " + token] })
    client = AppAttestClient(
      provider: provider, server: backend, challenges: backend, store: store, transport: transport,
      digest: SHA256Digest { Data(Cryptography.SHA256.hash([UInt8]($0))) }, headers: Self.headers, pacing: pacing,
      surroundings: surroundings)
  }

  /// Registers a key for the account, unless one stands.
  public func register() async throws -> Registration {
    try await client.register(account)
  }

  /// Has the total calculated with a voucher.
  public func calculate(cart: String, voucher: String) async throws -> ClientResponse {
    try await client.send(request(cart: cart, voucher: voucher), account: account)
  }

  /// The request for it, still without a proof. The body is encoded here, once.
  public func request(cart: String, voucher: String) throws -> ProtectedRequest {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let body = try encoder.encode(["cartID": cart, "voucherCode": voucher])
    guard let url = URL(string: base.absoluteString + "/calculate?currency=EUR") else { throw URLError(.badURL) }
    let request = ClientRequest(
      method: "POST", url: url,
      headers: ["Content-Type": "application/json", "Authorization": "Bearer " + token], body: body)
    return ProtectedRequest(request, operation: Self.operation)
  }
}
