// For tests: a proof of work as the server asks for one.

/** One in sixteen counters solves it. */
export const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '01'.repeat(16),
    cost: 1,
    keyLength: 32,
    keyPrefix: '0',
    keySignature: '00'.repeat(32),
    expiresAt: 1,
    data: { purpose: 'signIn' },
  },
  signature: 'ff'.repeat(32),
}
