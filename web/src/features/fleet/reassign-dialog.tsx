// Asks before a booking is taken from its driver: what happens to him, to the rider and to the booking.
import { Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { reassignBooking } from '@wayfare/contract/bookings-desk'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAlert } from '../../ui/dialogs.tsx'

type ReassignDialogProps = {
  booking: BookingView
  /** drivers are asked automatically */
  auto: boolean
  onClose: () => void
  /** it waits again */
  onDone: (booking: BookingView) => void
}

export const ReassignDialog = ({ booking, auto, onClose, onDone }: ReassignDialogProps) => {
  const t = useT()
  const alert = useAlert()
  const action = useWrite(reassignBooking)
  const confirm = async () => {
    const open = await action.run({ id: booking.id })
    if (!open) return
    onDone(open)
    if (auto) alert(t('reassign_done'), { title: t('reassign_done_title') })
  }
  return (
    <ConfirmDialog
      opened
      title={t('reassign_title', { driver: booking.driverName ?? '' })}
      confirmLabel={t('reassign_confirm')}
      danger
      write={action}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <Text>{t('reassign_text')}</Text>
        <Text>{t(auto ? 'reassign_next_auto' : 'reassign_next_hand')}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
