// Why notices could not be turned on or off, in words: our server's, or that the browser's own service did not answer.
import { isCallError } from '../api/call.ts'
import { useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'

export const usePushProblem = (cause: unknown): string | null => {
  const t = useT()
  const problemText = useProblemText()
  if (cause === null) return null
  return isCallError(cause) ? problemText(cause) : t('push_service_failed')
}
