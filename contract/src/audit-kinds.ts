// What an entry of the audit log can be about.

/** Kinds of things that the desk works on; a new one needs the text `audit_kind_<kind>`. */
export const auditKinds = [
  'audit',
  'booking',
  'books',
  'campaign',
  'cancelReasons',
  'carType',
  'language',
  'payment',
  'person',
  'promo',
  'provider',
  'report',
  'settings',
  'withdraw',
] as const
export type AuditKind = (typeof auditKinds)[number]
