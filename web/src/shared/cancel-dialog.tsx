import { Button, Group, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { cancelBooking } from '@wayfare/contract/bookings'
import type { BookingView } from '@wayfare/contract/bookings'
import { useState } from 'react'
import { useCancelReasons } from '../api/queries.ts'
import { useT } from '../i18n/provider.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { useAction } from './use-action.ts'

type CancelDialogProps = { booking: BookingView; opened: boolean; onClose: () => void; onCancelled?: () => void }

const ReasonChoice = ({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) => {
  const t = useT()
  const reasons = useCancelReasons()
  if (reasons.error.flag || reasons.data?.length === 0) return <Text>{t('no_cancel_reason')}</Text>
  if (!reasons.data) return <Skeleton height={132} />
  return (
    <Radio.Group label={t('cancel_why')} value={reason} onChange={onChange}>
      <Stack gap={0} mt="xs">
        {reasons.data.map(({ value, label }) => (
          <Radio key={value} value={label} label={label} styles={{ body: { minHeight: 44, alignItems: 'center' } }} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Asks why, then cancels. What the server refuses is said here, with the choice kept. */
export const CancelDialog = ({ booking, opened, onClose, onCancelled }: CancelDialogProps) => {
  const t = useT()
  const [reason, setReason] = useState('')
  const action = useAction(cancelBooking)
  const close = () => {
    action.forget()
    onClose()
  }
  const cancel = async () => {
    const done = await action.run({ id: booking.id, reason })
    if (!done) return
    onClose()
    onCancelled?.()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('cancel_title', { id: booking.id })}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      <Stack>
        <ReasonChoice reason={reason} onChange={setReason} />
        <FailureNote cause={action.cause} onClose={action.forget} />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={close}>
            {t('cancel_keep')}
          </Button>
          <Button color="danger" size="md" disabled={reason === ''} loading={action.busy} onClick={() => void cancel()}>
            {t('cancel_confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
