// What a trip was measured to cost beyond its promise, as rider, driver and desk read it, and how the rider pays what was granted.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { payClaim } from '@wayfare/contract/bookings-desk'
import type { FareClaim } from '@wayfare/contract/fare-claim'
import { useState, type ReactNode } from 'react'
import { useSession } from '../api/session.tsx'
import { useFormat, useT } from '../i18n/provider.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { useWrite } from '../api/use-write.ts'

type Standing = 'open' | 'owed' | 'paid' | 'refused' | 'lapsed'

const standingOf = ({ state, paidAt }: Pick<FareClaim, 'state' | 'paidAt'>): Standing => {
  if (state !== 'granted') return state
  return paidAt === null ? 'owed' : 'paid'
}

const colors: Record<Standing, string> = { open: 'warn', owed: 'warn', paid: 'success', refused: 'info', lapsed: 'info' }

const useReader = ({ customer, driver }: BookingView): 'rider' | 'driver' | 'desk' => {
  const { me } = useSession()
  if (me?.id === customer) return 'rider'
  return me?.id === driver ? 'driver' : 'desk'
}

/** The desk takes money of somebody else: it is asked once more. */
const TakeDialog = ({ booking, claim, onClose }: { booking: BookingView; claim: FareClaim; onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const action = useWrite(payClaim)
  const amount = format.exactMoney(claim.payableAmount)
  const confirm = async () => {
    if (await action.run({ id: booking.id })) onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('claim_take_wallet', { amount })}
      confirmLabel={t('claim_take_wallet', { amount })}
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <FailureNote cause={action.cause} onClose={action.forget} />
        <Text>{t('claim_take_wallet_text', { amount, rider: booking.customerName, driver: booking.driverName ?? '–' })}</Text>
      </Stack>
    </ConfirmDialog>
  )
}

type PayProps = { booking: BookingView; claim: FareClaim }

const RiderPays = ({ booking, claim }: PayProps) => {
  const t = useT()
  const format = useFormat()
  const action = useWrite(payClaim)
  const [isByCard, setByCard] = useState(false)
  const amount = format.exactMoney(claim.payableAmount)
  return (
    <>
      <FailureNote cause={action.cause} onClose={action.forget} />
      {booking.may.payClaim && (
        <Group gap="sm">
          <Button size="md" onClick={() => setByCard(true)}>
            {t('pay_now', { amount })}
          </Button>
          <Button size="md" variant="default" loading={action.busy} onClick={() => void action.run({ id: booking.id })}>
            {t('claim_pay_wallet', { amount })}
          </Button>
        </Group>
      )}
      {/* it outlives the right to pay, for as long as it shows the success */}
      {isByCard && <PayDialog booking={booking} opened onClose={() => setByCard(false)} onPaid={() => setByCard(false)} />}
    </>
  )
}

const DeskTakes = ({ booking, claim }: PayProps) => {
  const t = useT()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {booking.may.payClaim && (
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          {t('claim_take_wallet', { amount: format.exactMoney(claim.payableAmount) })}
        </Button>
      )}
      {isAsking && <TakeDialog booking={booking} claim={claim} onClose={() => setAsking(false)} />}
    </>
  )
}

type ClaimPanelProps = { booking: BookingView; children?: ReactNode }

/** Nothing where the trip cost no more than the promise and its share. */
export const ClaimPanel = ({ booking, children }: ClaimPanelProps) => {
  const t = useT()
  const format = useFormat()
  const reader = useReader(booking)
  const { claim } = booking
  if (!claim) return null
  const standing = standingOf(claim)
  const view = `${standing}_${reader}`
  const amount = format.exactMoney(reader === 'driver' ? claim.driverShare : claim.payableAmount)
  const due = format.exactMoney(booking.payableAmount)
  const facts = { promised: claim.promised, measured: claim.measured, due: booking.tripCost }
  const shown = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, format.exactMoney(value)]))
  return (
    <Alert color={colors[standing]} variant="light" title={t('claim_title')}>
      <Stack gap="sm" align="start">
        <Text>{t(`claim_${view}`, { amount, due, date: format.dateTime(claim.lapsesAt) })}</Text>
        <Text size="sm">{t('claim_facts', shown)}</Text>
        {claim.reason && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('claim_reason', { reason: claim.reason })}
          </Text>
        )}
        {reader === 'rider' && <RiderPays booking={booking} claim={claim} />}
        {reader === 'desk' && <DeskTakes booking={booking} claim={claim} />}
        {children}
      </Stack>
    </Alert>
  )
}
