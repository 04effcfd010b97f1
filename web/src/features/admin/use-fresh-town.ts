// The way to a fresh town: it is asked for, the server goes and comes back, and whoever asked is signed in again in the new one.
import { getTown, makeTown } from '@wayfare/contract/demo'
import { signIn } from '@wayfare/contract/sign-in'
import { useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'

const askEveryMs = 500
/** A slow machine needs half a minute; after this nobody waits for it any more. */
const waitMs = 180_000

/** In the order in which they come. */
export type TownStage = 'stopping' | 'making' | 'entering'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks until another town than before is served; null where none came. */
const waitForTown = async (before: number, tell: (stage: TownStage) => void) => {
  for (const until = Date.now() + waitMs; Date.now() < until; await pause(askEveryMs)) {
    const town = await callEndpoint(getTown, {}).catch(() => null)
    if (town && town.startedAt !== before) return town
    tell(town ? 'stopping' : 'making')
  }
  return null
}

type DemoSignIns = ReturnType<typeof useSession>['demoSignIns']

/** As the demo's admin; whoever else it was signs in with their own password. */
const enterTown = async (demoSignIns: DemoSignIns): Promise<void> => {
  const admin = demoSignIns.find(({ userType }) => userType === 'admin')
  if (admin) await callEndpoint(signIn, { email: admin.email, password: admin.password })
  globalThis.location.assign(admin ? '/dashboard' : '/login')
}

/** `dataset`: in another city than the one that is served. */
export const useFreshTown = (startedAt: number, dataset?: string) => {
  const write = useWrite(makeTown)
  const { demoSignIns } = useSession()
  const [stage, setStage] = useState<TownStage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Whether the server took it on; a refusal is told by `write`. */
  const make = async (): Promise<boolean> => {
    if (!(await write.run(dataset === undefined ? {} : { dataset }))) return false
    setStage('stopping')
    const town = await waitForTown(startedAt, setStage)
    if (town?.problem === null) {
      setStage('entering')
      await enterTown(demoSignIns)
      return true
    }
    setProblem(town?.problem ?? '')
    setStage(null)
    return true
  }
  return { write, stage, problem, make }
}
