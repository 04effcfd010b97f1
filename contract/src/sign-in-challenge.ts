// Proof of work, as it travels: a challenge of the server's, and what solves it.
import { z } from 'zod'

export const challengePurposes = ['signIn', 'signInCode', 'userExists', 'signUp'] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

/**
 * A proof of work as altcha-lib 2 makes it; getChallenge says how it is solved. Where crypto.subtle exists that is altcha-lib's
 * solveChallenge({ challenge, deriveKey }) with `deriveKey` of altcha-lib/algorithms/web/pbkdf2; over plain http, where it does
 * not, the same solveChallenge takes a `deriveKey` written in JavaScript.
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
    /** ms it took; for nobody but the curious */
    time: z.number().optional(),
  }),
})
export type SolvedChallenge = z.infer<typeof solvedChallenge>
