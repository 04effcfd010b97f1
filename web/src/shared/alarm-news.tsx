import { Alert } from '@mantine/core'
import { useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import type { Alarm } from './alarms.ts'

/** What became of an alert to the desk. */
export const AlarmNews = ({ alarm }: { alarm: Alarm }) => {
  const t = useT()
  const problemText = useProblemText()
  return (
    <div role="alert">
      {alarm.state === 'sending' && <Alert color="warn">{t('panic_sending')}</Alert>}
      {alarm.state === 'told' && <Alert color="success">{t('panic_told')}</Alert>}
      {alarm.state === 'refused' && <Alert color="danger">{problemText(alarm.cause)}</Alert>}
    </div>
  )
}
