// Proof of work on the wire: the server's challenge, and its solution.
import { z } from 'zod'

export const challengePurposes = ['signIn', 'signInCode', 'userExists', 'signUp'] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

/**
 * A proof of work in the format of altcha-lib 2; getChallenge says how to solve it. Where crypto.subtle exists, use altcha-lib's
 * solveChallenge({ challenge, deriveKey }) with `deriveKey` from altcha-lib/algorithms/web/pbkdf2; over plain http, where it does
 * not, use the same solveChallenge with a `deriveKey` written in JavaScript.
 */
export const challenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    salt: z.string().regex(/^[0-9a-f]{32}$/),
    cost: z.number().int().min(1).max(100_000),
    keyLength: z.number().int().min(1).max(64),
    keyPrefix: z.string().regex(/^[0-9a-f]{1,128}$/),
    keySignature: z.string().regex(/^[0-9a-f]{64}$/),
    /** seconds since 1970 */
    expiresAt: z.number().int(),
    data: z.strictObject({ purpose: z.enum(challengePurposes) }),
  }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Challenge = z.infer<typeof challenge>

export const solvedChallenge = z.strictObject({
  challenge,
  solution: z.strictObject({
    counter: z.number().int().min(0).max(0xffff_ffff),
    derivedKey: z.string().regex(/^[0-9a-f]{2,128}$/),
    /** time taken (ms), for information only */
    time: z.number().optional(),
  }),
})
export type SolvedChallenge = z.infer<typeof solvedChallenge>
