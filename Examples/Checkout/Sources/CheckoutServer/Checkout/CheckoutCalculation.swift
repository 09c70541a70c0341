/// The body of `POST /calculate`.
struct CheckoutCalculation: Codable, Sendable {
  let cartID: String
  let voucherCode: String
}

/// The answer to it. Amounts are in cents.
struct CheckoutTotal: Codable, Sendable {
  let cartID: String
  let total: Int
  let discount: Int
}
