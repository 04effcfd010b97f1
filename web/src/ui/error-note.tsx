// What went wrong, in words and read out at once.
import { Alert } from '@mantine/core'

export const ErrorNote = ({ text }: { text: string | null }) =>
  text !== null && (
    <Alert color="danger" role="alert">
      {text}
    </Alert>
  )
