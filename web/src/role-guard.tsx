// Shows the page of one's role; whoever has none is sent to sign in.
import type { Role } from '@wayfare/core/accounts'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import { useSession } from './api/session.tsx'
import { Spinner } from './ui/spinner.tsx'
import { WaitingPart } from './ui/waiting-part.tsx'

export const RoleGuard = ({ pages }: { pages: Partial<Record<Role, ComponentType>> }) => {
  const { status, me } = useSession()
  if (status === 'loading') return <Spinner />
  if (status === 'unreached') return <WaitingPart unreached />
  const Page = me ? pages[me.userType] : undefined
  return Page ? <Page /> : <Navigate to="/login" replace />
}
