import AppleLab
import AssayClient
import CheckoutApp
import Foundation

/// Runs the app once on a simulated device: registers a key and has a total calculated.
///
///     checkout-app SHOP_URL APP_ID LAB_DIRECTORY
@main
struct Program {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3, let base = URL(string: arguments[0]) else {
      FileHandle.standardError.write(Data("usage: checkout-app SHOP_URL APP_ID LAB_DIRECTORY\n".utf8))
      exit(2)
    }
    let authorities = try LabAuthorities.load(from: URL(fileURLWithPath: arguments[2]))
    let device = LabDevice(authorities: authorities, appID: arguments[1], shape: .ios27)
    let app = CheckoutApp(
      base: base, account: AccountID("alice"), token: "alice-token", provider: LabAttestationProvider(device: device))
    print("registration: \(try await app.register())")
    for voucher in ["SAVE10", "NONE"] {
      let response = try await app.calculate(cart: "cart-123", voucher: voucher)
      print("\(voucher): \(response.status) \(String(decoding: response.body, as: UTF8.self))")
    }
  }
}
