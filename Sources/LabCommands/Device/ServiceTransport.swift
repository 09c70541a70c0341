import Foundation
import HTTPClient

/// Carries the service's calls over HTTP with the tenant's secret.
enum ServiceTransport {
  static func make(_ arguments: Arguments) throws -> ServiceCalls.Transport {
    let api = try arguments.required("api")
    let secret = try arguments.secret(inFileOf: "secret-file")
    var configuration = HTTPClientConfiguration()
    configuration.certificateAuthorities = arguments.text("ca")
    configuration.userAgent = "assay-lab"
    let client = try HTTPClient(configuration: configuration)
    let base = api.hasSuffix("/") ? String(api.dropLast()) : api
    let headers = [("Authorization", "Bearer \(secret)"), ("Content-Type", "application/json")]
    return { path, body in
      let request = HTTPClientRequest(
        method: "POST", url: base + path, headers: headers.map { (name: $0.0, value: $0.1) }, body: body)
      let response = try await client.send(request)
      return (response.status, response.body)
    }
  }
}
