// What wants a recent proof of who one is: asked for when the server asks, then the same is done again.
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { isCallError } from '../api/call.ts'
import { givenUp } from '../ui/failures.ts'
import { ProveDialog } from './prove-dialog.tsx'

/** Does it, after a proof where one is wanted. */
type Proved = <T>(deed: () => Promise<T>) => Promise<T>

const ProvingContext = createContext<Proved>((deed) => deed())

export const useProved = (): Proved => useContext(ProvingContext)

export const ProvingProvider = ({ children }: { children: ReactNode }) => {
  const [settle, setSettle] = useState<((proved: boolean) => void) | null>(null)
  const proved = useCallback<Proved>(async (deed) => {
    try {
      return await deed()
    } catch (cause) {
      if (!isCallError(cause) || cause.key !== 'prove_first') throw cause
    }
    const isProved = await new Promise<boolean>((resolve) => setSettle(() => resolve))
    setSettle(null)
    if (!isProved) throw givenUp
    return deed()
  }, [])
  return (
    <ProvingContext value={proved}>
      {children}
      <ProveDialog opened={settle !== null} onDone={(isProved) => settle?.(isProved)} />
    </ProvingContext>
  )
}
