import { Alert, Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { cancelBooking, type BookingView } from '@wayfare/contract/bookings'
import { isBusy } from '@wayfare/core/booking'
import { defaultSettings } from '@wayfare/core/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCancelReasons, useSettings } from '../api/queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { isCallError } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../i18n/provider.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import type { Translator } from '../ui/text.ts'
import { CancelTooLate, isTooLateToCancel } from './cancel-too-late.tsx'
import { computeCancelFeeAt, computeGivenBack, type CancelFee } from './cancel-fee.ts'
import { isZero } from './payment-parts.ts'
import { useWrite } from '../api/use-write.ts'
import { useNow } from './use-now.ts'

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
          <Radio
            key={value}
            value={label}
            label={label}
            styles={{ body: { minHeight: 'var(--wf-touch)', alignItems: 'center' } }}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const feeWords = ({ fee, acceptedMs, next }: CancelFee, t: Translator, format: Format): string => {
  const time = (ms: number) => format.duration(ms / 1000)
  if (!isZero(fee)) return t('cancel_costs_now', { amount: format.exactMoney(fee), time: time(acceptedMs ?? 0) })
  if (!next || isZero(next.amount)) return t('cancel_free_now')
  return t('cancel_free_for', { time: time(next.inMs), amount: format.exactMoney(next.amount) })
}

/** What it costs the rider now; null for the desk, which cancels free of charge. */
const useCancelFee = (booking: BookingView): CancelFee | null => {
  const { me } = useSession()
  const { code } = useSettings().data ?? defaultSettings
  const now = useNow(1000)
  return me?.userType === 'rider' ? computeCancelFeeAt(booking, now, code) : null
}

/** What it costs now, and what comes back. */
const FeeNote = ({ booking, fee }: { booking: BookingView; fee: CancelFee | null }) => {
  const t = useT()
  const format = useFormat()
  const { code } = useSettings().data ?? defaultSettings
  const back = computeGivenBack(booking, code)
  const isCostly = fee !== null && !isZero(fee.fee)
  return (
    <Alert color={isCostly ? 'warn' : 'info'} variant="light">
      {fee === null ? t('cancel_free_now') : feeWords(fee, t, format)}
      {!isZero(back) && ` ${t('cancel_gives_back', { amount: format.exactMoney(back) })}`}
    </Alert>
  )
}

/** The driver came while the rider was choosing: the page hears of it before the rider tries, or by the refusal. */
const useTooLate = (booking: BookingView, cause: unknown): boolean => {
  const { me } = useSession()
  if (me?.userType !== 'rider') return false
  const isRefused = isCallError(cause) && cause.key === 'wrong_step' && isBusy(booking.status)
  return isRefused || isTooLateToCancel(booking)
}

type AskProps = { booking: BookingView; fee: CancelFee | null; reason: string; onReason: (reason: string) => void }

const Ask = ({ booking, fee, reason, onReason }: AskProps) => (
  <>
    <FeeNote booking={booking} fee={fee} />
    <ReasonChoice reason={reason} onChange={onReason} />
  </>
)

/** Asks why, then cancels. What the server refuses is said here, with the choice kept. */
export const CancelDialog = ({ booking, opened, onClose, onCancelled }: CancelDialogProps) => {
  const t = useT()
  const [reason, setReason] = useState('')
  const fee = useCancelFee(booking)
  const client = useQueryClient()
  // a refusal often means that the page has not heard of a driver
  const readAgain = () => {
    for (const queryKey of [queryKeys.booking(booking.id), queryKeys.bookingLists]) void client.invalidateQueries({ queryKey })
  }
  const action = useWrite(cancelBooking, { refuse: readAgain })
  const isTooLate = useTooLate(booking, action.cause)
  const close = () => {
    action.forget()
    onClose()
  }
  const cancel = async () => {
    const done = await action.run({ id: booking.id, reason, ...(fee && { fee: fee.fee }) })
    if (!done) return
    onClose()
    onCancelled?.()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('cancel_title', { id: booking.id })}>
      <Stack>
        {isTooLate && (
          <Alert color="warn" role="alert">
            <CancelTooLate booking={booking} />
          </Alert>
        )}
        {!isTooLate && <Ask booking={booking} fee={fee} reason={reason} onReason={setReason} />}
        {!isTooLate && <FailureNote cause={action.cause} onClose={action.forget} />}
        {isTooLate ? (
          <Group justify="flex-end">
            <Button variant="default" size="md" onClick={close}>
              {t('close')}
            </Button>
          </Group>
        ) : (
          <FormFoot
            label={t('cancel_confirm')}
            danger
            busy={action.busy}
            disabled={reason === ''}
            cancelLabel={t('cancel_keep')}
            onPress={() => void cancel()}
            onCancel={close}
          />
        )}
      </Stack>
    </Dialog>
  )
}
