// What could not be read, in words, with a way to try again.
import { Button, Stack, Text } from '@mantine/core'
import { useProblemText } from './dialogs.tsx'
import { useText } from './text.ts'

/** `bare`: within something that is announced itself */
export type LoadProblemProps = { cause: unknown; onAgain: () => void; bare?: boolean }

export const LoadProblem = ({ cause, onAgain, bare = false }: LoadProblemProps) => {
  const t = useText()
  const problemText = useProblemText()
  return (
    <Stack align="start" gap="sm" {...(bare ? {} : { role: 'alert' })}>
      <Text>{problemText(cause)}</Text>
      <Button variant="default" onClick={onAgain}>
        {t('try_again')}
      </Button>
    </Stack>
  )
}
