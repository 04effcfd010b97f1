import { Alert, Button } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { arriveAtPickup, collectCash, reachDrop, startTrip } from '@wayfare/contract/trips'
import { useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useAction } from '../../shared/use-action.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './driver.module.css'
import { OtpDialog } from './otp-dialog.tsx'
import { nextStep } from './trip-step.ts'

type StepButtonProps = { booking: BookingView; onPaid: (booking: BookingView) => void }

/** The one thing to do next. Start asks for the rider's code when the booking has one. */
export const StepButton = ({ booking, onPaid }: StepButtonProps) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const id = booking.id
  const arrive = useAction(arriveAtPickup)
  const start = useAction(startTrip)
  const reach = useAction(reachDrop)
  const collect = useAction(collectCash)
  const begin = async (otp: string | null) => {
    const done = await start.run({ id, otp })
    if (done) setAsking(false)
  }
  const ask = () => {
    start.forget()
    setAsking(true)
  }
  const take = async () => {
    const paid = await collect.run({ id })
    if (paid) onPaid(paid)
  }
  const steps = {
    arrive: { label: t('step_arrive'), action: arrive, run: () => void arrive.run({ id }) },
    start: { label: t('step_start'), action: start, run: () => (booking.otpSecure ? ask() : void begin(null)) },
    reach: { label: t('step_reach'), action: reach, run: () => void reach.run({ id }) },
    collectCash: {
      label: t('step_collect', { amount: format.money(booking.cashPaymentAmount) }),
      action: collect,
      run: () => void take(),
    },
  } as const
  const name = nextStep(booking)
  if (!name) return null
  const step = steps[name]
  return (
    <div className={classes.step}>
      {step.action.cause !== null && !asking && (
        <Alert color="danger" role="alert">
          {problemText(step.action.cause)}
        </Alert>
      )}
      <Button h={64} fz={20} fullWidth loading={step.action.busy} onClick={step.run}>
        {step.label}
      </Button>
      {asking && (
        <OtpDialog
          opened
          busy={start.busy}
          cause={start.cause}
          onStart={(otp) => void begin(otp)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
