// After signing in: the page that was asked for before, or else the role's own.
import type { Me } from '@wayfare/contract/accounts'
import { getLandingPath } from '@wayfare/core/accounts'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { forgetReturnPath, readReturnPath } from '../../api/return-path.ts'

export const Landing = ({ me }: { me: Me }) => {
  const [path] = useState(() => readReturnPath() ?? getLandingPath(me.userType))
  useEffect(forgetReturnPath, [])
  return <Navigate to={path} replace />
}
