// One-time codes of authenticator apps (RFC 6238), the only file that knows their library: SHA-1, six digits, thirty seconds,
// for other settings are not understood by every app.
import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30
/** Clocks and fingers are slow: the code before and the one after count too. */
const window = 1
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

export const makeFactorSecret = (): string => new Secret({ size: secretBytes }).base32

/** What a QR code for the app holds. */
export const makeFactorAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret, period: stepSeconds }).toString()

/** The time step whose code this is, or null. A step may be accepted once only: the caller keeps the last one. */
export const findFactorStep = (secret: string, code: string, at: Date): bigint | null => {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = at.getTime()
  const delta = new TOTP({ secret, period: stepSeconds }).validate({ token: code, timestamp, window })
  return delta === null ? null : BigInt(TOTP.counter({ period: stepSeconds, timestamp }) + delta)
}
