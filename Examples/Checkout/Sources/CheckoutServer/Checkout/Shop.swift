/// The shop: whose carts there are, and what a voucher takes off. It knows nothing of proofs; it is asked only after one.
public struct Shop: Sendable {
  /// Why a total is not calculated.
  enum Objection: String, Error {
    case cartUnknown = "cart_unknown"
    case voucherUnknown = "voucher_unknown"
  }

  private let carts: [String: Cart]
  private let percentOff: [String: Int]

  /// A shop with a few carts and a voucher.
  public static let sample = Shop(
    carts: ["cart-123": Cart(owner: "alice", total: 4_990), "cart-456": Cart(owner: "bob", total: 12_000)],
    percentOff: ["SAVE10": 10])

  /// The total of a cart after the voucher. A cart of another account is as unknown as one that is not there.
  func total(_ calculation: CheckoutCalculation, for account: String) throws(Objection) -> CheckoutTotal {
    guard let cart = carts[calculation.cartID], cart.owner == account else { throw .cartUnknown }
    guard let percent = percentOff[calculation.voucherCode] else { throw .voucherUnknown }
    let discount = cart.total * percent / 100
    return CheckoutTotal(cartID: calculation.cartID, total: cart.total - discount, discount: discount)
  }
}
