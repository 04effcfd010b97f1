// Asks before unsaved changes are left behind, within the site and when the tab closes.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { LeaveQuestion } from '../../ui/leave-question.tsx'

export const LeaveGuard = ({ changed }: { changed: number }) => {
  const isDirty = changed > 0
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!isDirty) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isDirty])
  return (
    <LeaveQuestion
      opened={blocker.state === 'blocked'}
      changed={changed}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  )
}
