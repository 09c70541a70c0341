/// A cart, as the shop keeps it. Amounts are in cents.
struct Cart: Sendable {
  let owner: String
  let total: Int
}
