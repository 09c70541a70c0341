import Cryptography
import Foundation

extension LabFault {
  /// Changes what a receipt is to say, or who signs it.
  func prepare(_ plan: inout ReceiptPlan, authorities: LabAuthorities) throws {
    try prepareSigner(&plan, authorities: authorities)
    switch self {
    case .receiptWrongAppID: plan.set(.appID, "9876543210.com.example.other")
    case .receiptOtherKey: plan.set(.certificate, authorities.receiptSigner.certificate.der)
    case .receiptKeyUnreadable: plan.set(.certificate, [0x30, 0x03, 0x02, 0x01, 0x00])
    case .receiptWrongType: plan.set(.type, plan.text(.type) == "ATTEST" ? "RECEIPT" : "ATTEST")
    case .receiptWrongEnvironment:
      plan.set(.environment, plan.text(.environment) == "production" ? "sandbox" : "production")
    case .receiptDuplicateField: plan.fields += plan.fields.filter { $0.type == ReceiptFieldType.token.rawValue }
    case .receiptFieldMissing: plan.remove(.creation)
    case .receiptTimeMalformed: plan.set(.creation, "2026-13-41T25:61:61Z")
    case .receiptMetricMissing: plan.remove(.riskMetric)
    case .receiptMetricMalformed: plan.set(.riskMetric, "many")
    case .receiptClientHashMangled: plan.set(.clientHash, ReceiptContent.damaged(plan.bytes(.clientHash) + [0xFF]))
    case .receiptContentMalformed: plan.isContentMalformed = true
    default: break
    }
  }

  /// How far the receipt's creation is from the instant of the object, in seconds.
  var receiptDelay: TimeInterval {
    switch self {
    case .receiptStale: -360
    case .receiptFromFuture: 600
    case .receiptExpired: -91 * ShapeTraits.day
    default: 0
    }
  }

  /// Spoils a finished receipt.
  func alter(receipt: inout [UInt8]) {
    switch self {
    case .receiptUnreadable: receipt = [0x30, 0x03, 0x02, 0x01, 0x00]
    case .receiptTooLarge: receipt += [UInt8](repeating: 0, count: 65_536)
    case .receiptTrailingBytes: receipt.append(0)
    default: break
    }
  }

  private func prepareSigner(_ plan: inout ReceiptPlan, authorities: LabAuthorities) throws {
    let authority = authorities.receiptAuthority
    let inside = authorities.receiptIssuer.certificates
    let (instant, day) = (plan.instant, ShapeTraits.day)
    switch self {
    case .receiptWrongSigner:
      plan.signer = LabIdentity(certificate: plan.signer.certificate, key: try P256PrivateKey())
    case .receiptWrongChain:
      let foreign = try LabAuthorities.create(at: instant)
      plan.signer = foreign.receiptSigner
      plan.certificates = foreign.receiptIssuer.certificates
    case .receiptMarkerMissing:
      plan.signer = try AuthorityMaker(around: instant).receiptSigner(under: authority, hasMarker: false)
    case .receiptSignerExpired:
      let maker = AuthorityMaker(validFrom: instant - 30 * day, validUntil: instant - day)
      plan.signer = try maker.receiptSigner(under: authority, hasMarker: true)
    case .receiptSignerNotYetValid:
      let maker = AuthorityMaker(validFrom: instant + day, validUntil: instant + 30 * day)
      plan.signer = try maker.receiptSigner(under: authority, hasMarker: true)
    case .receiptSignerMissing: plan.certificates = Array(inside.dropFirst())
    case .receiptCertificateUnreadable:
      plan.certificates = inside + [try AuthorityMaker(around: instant).unreadableRoot()]
    default: break
    }
  }
}
