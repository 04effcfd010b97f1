// A challenge solved ahead, while the number is still being typed: the button then has nothing to wait for.
import type { ChallengePurpose, SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { useMemo, useRef } from 'react'
import { solveChallenge } from '../../api/challenge.ts'

type Ahead = { work: Promise<SolvedChallenge>; at: number }

/** The server takes one for ten minutes. */
const goodForMs = 8 * 60_000

export const useChallenge = (purpose: ChallengePurpose) => {
  const ahead = useRef<Ahead | null>(null)
  return useMemo(() => {
    const isFresh = () => ahead.current !== null && Date.now() - ahead.current.at < goodForMs
    /** Begins, unless one is under way or ready. */
    const prepare = () => {
      if (isFresh()) return
      const work = solveChallenge(purpose)
      // a failure is told to whoever takes it, and a later one begins anew
      work.catch(() => {
        if (ahead.current?.work === work) ahead.current = null
      })
      ahead.current = { work, at: Date.now() }
    }
    /** The solution, for one call. */
    const take = (): Promise<SolvedChallenge> => {
      prepare()
      const work = ahead.current?.work ?? solveChallenge(purpose)
      ahead.current = null
      return work
    }
    return { prepare, take }
  }, [purpose])
}
