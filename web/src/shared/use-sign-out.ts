// The way out, from wherever it is taken.
import { useNavigate } from 'react-router'
import { useSession } from '../api/session.tsx'
import { useProblem } from '../ui/dialogs.tsx'

export const useSignOut = (): (() => void) => {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const problem = useProblem()
  return () => {
    signOut().then(() => navigate('/login'), problem)
  }
}
