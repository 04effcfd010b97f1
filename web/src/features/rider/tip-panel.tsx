// A tip for the driver of a paid trip: an amount, then the wallet or a card. Nothing where the trip takes none.
import { Button, Chip, Group, Text, Title } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { getTip, giveTip, payTip } from '@wayfare/contract/bookings-tip'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { findTypedAmount } from '@wayfare/core/amounts'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useRead, useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import { PayForm } from '../../shared/pay-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './rider.module.css'

type Offer = NonNullable<OutputOf<typeof getTip>['offer']>
type TipProps = { booking: BookingView; amount: string }

const tipKey = ({ id }: BookingView) => queryKeys.tip(id)

/** An amount is one of those offered, or typed. */
const other = 'other'

const CardDialog = ({ booking, amount, onClose }: TipProps & { onClose: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { appName, code } = useSettings().data ?? defaultSettings
  const action = useWrite(payTip, { stale: [tipKey(booking)] })
  const begin = async (provider: string) => (await action.run({ id: booking.id, amount, provider }))?.payment.id ?? null
  const title = t('tip_pay', { amount: format.exactMoney(amount) })
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <PayForm
        order={{ id: '', amount, currency: code, product: `${appName} · ${t('tip')}` }}
        begin={begin}
        label={title}
        backLabel={t('cancel')}
        onBack={onClose}
      >
        <FailureNote cause={action.cause} onClose={action.forget} />
      </PayForm>
    </Dialog>
  )
}

/** How it is given: out of the wallet where that has enough, or by card. */
const TipWays = ({ booking, amount, balance }: TipProps & Pick<Offer, 'balance'>) => {
  const t = useT()
  const format = useFormat()
  const [isByCard, setByCard] = useState(false)
  const action = useWrite(giveTip, { stale: [tipKey(booking), queryKeys.wallet] })
  const shown = { amount: format.exactMoney(amount) }
  return (
    <>
      <FailureNote cause={action.cause} onClose={action.forget} />
      <Group gap="sm" grow>
        {Number(balance) >= Number(amount) && (
          <Button size="md" loading={action.busy} onClick={() => void action.run({ id: booking.id, amount })}>
            {t('tip_from_wallet', shown)}
          </Button>
        )}
        <Button size="md" variant="default" onClick={() => setByCard(true)}>
          {t('tip_by_card', shown)}
        </Button>
      </Group>
      {isByCard && <CardDialog booking={booking} amount={amount} onClose={() => setByCard(false)} />}
    </>
  )
}

const Amounts = ({ offer, chosen, onChoose }: { offer: Offer; chosen: string | null; onChoose: (value: string) => void }) => {
  const t = useT()
  const format = useFormat()
  return (
    <Chip.Group value={chosen} onChange={(value) => onChoose(String(value))}>
      <Group gap={8} role="group" aria-label={t('tip_choose')}>
        {[...offer.amounts, other].map((value) => (
          <Chip key={value} value={value} variant="outline" icon={null} styles={{ label: { minHeight: 'var(--wf-touch)' } }}>
            <bdi>{value === other ? t('tip_own_amount') : format.exactMoney(value)}</bdi>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

const TipOffer = ({ booking, offer }: { booking: BookingView; offer: Offer }) => {
  const t = useT()
  const format = useFormat()
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const isTyped = chosen === other
  const amount = isTyped ? findTypedAmount(format.readAmount(typed)) : chosen
  const isFit = amount !== null && !isZero(amount) && Number(amount) <= Number(offer.most)
  return (
    <section className={classes.part} aria-labelledby={`tip-${booking.id}`}>
      <div>
        <Title order={3} size="h5" id={`tip-${booking.id}`}>
          {t('tip_title', { driver: booking.driverName ?? '' })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('tip_whole')}
        </Text>
      </div>
      <Amounts offer={offer} chosen={chosen} onChoose={setChosen} />
      {isTyped && (
        <AmountField
          name="tip"
          label={t('tip_choose')}
          description={t('tip_most', { most: format.exactMoney(offer.most) })}
          value={typed}
          onChange={setTyped}
          error={amount !== null && !isFit ? t('tip_amount') : undefined}
        />
      )}
      {isFit && <TipWays booking={booking} amount={amount} balance={offer.balance} />}
    </section>
  )
}

/** What was given is said; what may be given is offered. */
export const TipPanel = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const isGiven = !isZero(booking.tip)
  const tip = useRead(tipKey(booking), getTip, { id: booking.id }, { enabled: !isGiven })
  if (isGiven)
    return (
      <Text role="status" fw={600}>
        {t('tip_done', { driver: booking.driverName ?? '', amount: format.exactMoney(booking.tip) })}
      </Text>
    )
  return tip.data?.offer ? <TipOffer booking={booking} offer={tip.data.offer} /> : null
}
