// The same where a whole page or drawer stays empty for it.
import { Alert } from '@mantine/core'
import { LoadProblem } from './load-problem.tsx'
import type { LoadProblemProps } from './load-problem.tsx'

type LoadAlertProps = Omit<LoadProblemProps, 'bare'>

export const LoadAlert = (props: LoadAlertProps) => (
  <Alert color="danger" role="alert">
    <LoadProblem {...props} bare />
  </Alert>
)
