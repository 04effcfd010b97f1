// Finds the counter that a challenge asks for, by the browser's own derivation or, where it has none, by a library's.
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Challenge, SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { solveChallenge } from 'altcha-lib'
import { deriveKey as deriveByBrowser } from 'altcha-lib/algorithms/web/pbkdf2'
import type { DeriveKeyFunction } from 'altcha-lib/types'

const deriveInScript: DeriveKeyFunction = ({ cost, keyLength }, salt, password) =>
  Promise.resolve({ derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) })

/** A page that came by plain http from elsewhere than this machine has no crypto.subtle. */
const hasSubtle = (): boolean => (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined

/** Null when it takes longer than a minute and a half. */
export const findSolution = async (challenge: Challenge): Promise<SolvedChallenge | null> => {
  const deriveKey = hasSubtle() ? deriveByBrowser : deriveInScript
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && { challenge, solution }
}
