import CheckoutServer
import Foundation
import HTTPServer

/// Starts the shop's backend: `ASSAY_URL`, `ASSAY_SECRET` and `ASSAY_APP_ID` say where Assay is; `PORT` where to listen.
@main
struct Program {
  static func main() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let base = environment["ASSAY_URL"].flatMap(URL.init(string:)), let secret = environment["ASSAY_SECRET"],
      let appID = environment["ASSAY_APP_ID"]
    else {
      FileHandle.standardError.write(Data("checkout-server needs ASSAY_URL, ASSAY_SECRET and ASSAY_APP_ID\n".utf8))
      exit(2)
    }
    var configuration = HTTPServerConfiguration()
    configuration.port = environment["PORT"].flatMap(UInt16.init) ?? 8090
    let assay = AssayService(base: base, secret: secret, appID: appID)
    let server = HTTPServer(configuration: configuration, handler: CheckoutHandler(assay: assay))
    try server.start()
    print("the shop listens on http://127.0.0.1:\(server.port)")
    dispatchMain()
  }
}
