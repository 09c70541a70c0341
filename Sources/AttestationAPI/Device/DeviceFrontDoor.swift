import AttestationService
import HTTPServer

/// Stands before the service API: a request for an app's host name or path prefix goes to the device API, every other one
/// on to the service. So does one with a tenant's secret, which none of the device API's checks concern.
public final class DeviceFrontDoor: HTTPHandler {
  private let sites: DeviceSiteDirectory
  private let devices: DeviceHandler
  private let service: any HTTPHandler

  init(services: DeviceServices, observer: RequestObserver, requestDeadline: Duration, service: any HTTPHandler) {
    sites = services.sites
    devices = DeviceHandler(services: services, observer: observer, requestDeadline: requestDeadline)
    self.service = service
  }

  /// The body's cap on this route.
  public func bodyLimit(for head: HTTPRequestHead) -> Int {
    guard let found = sites.find(host: head.headers["Host"], path: head.path) else {
      return service.bodyLimit(for: head)
    }
    let inner = head.replacing(path: found.path)
    return Self.hasTenantSecret(head) ? service.bodyLimit(for: inner) : devices.bodyLimit(for: inner)
  }

  /// Passes a request on to where it belongs.
  public func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    guard let found = sites.find(host: request.headers["Host"], path: request.path) else {
      return service.handle(request, respond)
    }
    let inner = HTTPRequest(head: request.head.replacing(path: found.path), body: request.body)
    if Self.hasTenantSecret(request.head) {
      service.handle(inner, respond)
    } else {
      devices.handle(inner, at: found.site, respond)
    }
  }

  private static func hasTenantSecret(_ head: HTTPRequestHead) -> Bool {
    head.headers["Authorization"]?.lowercased().hasPrefix("bearer ask_") ?? false
  }
}

extension HTTPRequestHead {
  /// The same head under the path that is left after a prefix.
  fileprivate func replacing(path: String) -> HTTPRequestHead {
    HTTPRequestHead(
      method: method, path: path, query: query, minorVersion: minorVersion, headers: headers,
      contentLength: contentLength, receivedAt: receivedAt, receivedAtDate: receivedAtDate,
      remoteAddress: remoteAddress)
  }
}
