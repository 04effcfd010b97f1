// The desk's answer to a claim beyond a promised fare: granted or refused, once, with a reason that rider and driver read.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { decideClaim } from '@wayfare/contract/bookings-desk'
import { longestClaimReason } from '@wayfare/core/fare-claim'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type DialogProps = { booking: BookingView; amount: string; share: string; grant: boolean; onClose: () => void }

const DecideDialog = ({ booking, amount, share, grant, onClose }: DialogProps) => {
  const t = useT()
  const action = useWrite(decideClaim)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const people = { amount, share, rider: booking.customerName, driver: booking.driverName ?? '–' }
  const confirm = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    if (await action.run({ id: booking.id, grant, reason })) onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t(grant ? 'claim_grant_title' : 'claim_refuse_title', people)}
      confirmLabel={t(grant ? 'claim_grant' : 'claim_refuse')}
      danger={!grant}
      write={action}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <Text>{t(grant ? 'claim_grant_text' : 'claim_refuse_text', people)}</Text>
        <Textarea
          label={t('claim_reason_label')}
          rows={3}
          maxLength={longestClaimReason}
          value={reason}
          error={isMissing && t('proper_claim_reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </ConfirmDialog>
  )
}

export const ClaimDecision = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const [answer, setAnswer] = useState<'grant' | 'refuse' | null>(null)
  if (!booking.claim || !booking.may.decideClaim) return null
  return (
    <>
      <Group gap="sm">
        <Button size="md" onClick={() => setAnswer('grant')}>
          {t('claim_grant')}
        </Button>
        <Button size="md" variant="default" onClick={() => setAnswer('refuse')}>
          {t('claim_refuse')}
        </Button>
      </Group>
      {answer && (
        <DecideDialog
          booking={booking}
          amount={format.exactMoney(booking.claim.payableAmount)}
          share={format.exactMoney(booking.claim.driverShare)}
          grant={answer === 'grant'}
          onClose={() => setAnswer(null)}
        />
      )}
    </>
  )
}
