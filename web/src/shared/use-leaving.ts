// The browser is on its way to another page; whoever comes back by its Back button finds everything as it was.
import { useEffect, useState } from 'react'

export const useLeaving = () => {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  return { leaving, leave: () => setLeaving(true) }
}
