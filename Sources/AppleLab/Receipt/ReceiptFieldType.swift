/// The numbers of the fields of a receipt.
enum ReceiptFieldType: Int {
  case appID = 2
  case certificate = 3
  case clientHash = 4
  case token = 5
  case type = 6
  case environment = 7
  case creation = 12
  case riskMetric = 17
  case notBefore = 19
  case expiration = 21
}
