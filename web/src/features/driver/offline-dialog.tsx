import { Button, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type OfflineDialogProps = { count: number; onLeave: () => void; onStay: () => void }

/** Asked only where going offline would cost a task that waits for an answer. */
export const OfflineDialog = ({ count, onLeave, onStay }: OfflineDialogProps) => {
  const t = useT()
  return (
    <Dialog opened onClose={onStay} title={t('offline_ask_title')} size={420}>
      <Stack>
        <Text>{t('offline_ask_text', { count })}</Text>
        <Button mih={64} fz="lg" onClick={onStay}>
          {t('offline_ask_stay')}
        </Button>
        <Button mih={64} fz="lg" variant="default" onClick={onLeave}>
          {t('offline_ask_leave')}
        </Button>
      </Stack>
    </Dialog>
  )
}
