// Why a booking or a wallet could not do what was asked: the message, its code and the number to quote. Closing it clears the error.
import { Alert, Code, Text } from '@mantine/core'
import { useProblemText } from './dialogs.tsx'
import { findFailure, isSilent } from './failures.ts'
import { useText } from './text.ts'

type FailureNoteProps = { cause: unknown; onClose?: () => void }

export const FailureNote = ({ cause, onClose }: FailureNoteProps) => {
  const t = useText()
  const problemText = useProblemText()
  const failure = findFailure(cause)
  if (cause === null || isSilent(cause)) return null
  return (
    <Alert
      color="danger"
      role="alert"
      withCloseButton={onClose !== undefined}
      closeButtonLabel={t('close')}
      {...(onClose ? { onClose } : {})}
    >
      {problemText(cause)}
      {failure && (
        <Text size="sm" component="div">
          {t('problem_code')} <Code dir="ltr">{failure.key}</Code>
        </Text>
      )}
      {failure?.requestId && <Text size="sm">{t('quote_request_id', { id: failure.requestId })}</Text>}
    </Alert>
  )
}
