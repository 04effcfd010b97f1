// One-time codes of authenticator apps (RFC 6238); the only file that uses their library. SHA-1, six digits and thirty seconds,
// because not every app supports other settings.
import { Secret, TOTP } from 'otpauth'

const stepSeconds = 30
/** Also accepts the previous and the next code, since clocks differ and typing takes time. */
const window = 1
/** RFC 4226 recommends 160 bits. */
const secretBytes = 20

export const makeFactorSecret = (): string => new Secret({ size: secretBytes }).base32

/** The content of the QR code for the app. */
export const makeFactorAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret, period: stepSeconds }).toString()

/** The time step of this code, or null. Each step may be accepted once: the caller stores the last one. */
export const findFactorStep = (secret: string, code: string, at: Date): bigint | null => {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = at.getTime()
  const delta = new TOTP({ secret, period: stepSeconds }).validate({ token: code, timestamp, window })
  return delta === null ? null : BigInt(TOTP.counter({ period: stepSeconds, timestamp }) + delta)
}
