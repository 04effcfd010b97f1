// The same where a whole page or drawer stays empty for it.
import { Alert, type AlertProps } from '@mantine/core'
import { LoadProblem, type LoadProblemProps } from './load-problem.tsx'

type LoadAlertProps = Omit<LoadProblemProps, 'bare'> & Pick<AlertProps, 'm'>

export const LoadAlert = ({ m, ...props }: LoadAlertProps) => (
  <Alert color="danger" role="alert" m={m}>
    <LoadProblem {...props} bare />
  </Alert>
)
