// Shows the page of one's role; whoever has none is sent to sign in, and comes back to it afterwards.
import type { Role } from '@wayfare/core/accounts'
import { useEffect, useRef, type ComponentType, type RefObject } from 'react'
import { Navigate, useLocation } from 'react-router'
import { keepReturnPath } from './api/return-path.ts'
import { useSession } from './api/session.tsx'
import { Spinner } from './ui/spinner.tsx'
import { WaitingPart } from './ui/waiting-part.tsx'

/** Whoever was here and left on purpose does not come back; nor does one whose role has no such page. */
const ToSignIn = ({ wasHere }: { wasHere: RefObject<boolean> }) => {
  const { me, ended } = useSession()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!me && (ended || !wasHere.current)) keepReturnPath(pathname + search + hash)
  }, [me, ended, wasHere, pathname, search, hash])
  return <Navigate to="/login" replace />
}

export const RoleGuard = ({ pages }: { pages: Partial<Record<Role, ComponentType>> }) => {
  const { status, me } = useSession()
  const wasHere = useRef(false)
  useEffect(() => {
    if (me) wasHere.current = true
  }, [me])
  if (status === 'loading') return <Spinner />
  if (status === 'unreached') return <WaitingPart unreached />
  const Page = me ? pages[me.userType] : undefined
  return Page ? <Page /> : <ToSignIn wasHere={wasHere} />
}
