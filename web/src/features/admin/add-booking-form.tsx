// Who, from where, to where, when, in what, and how it is paid: Enter in any field asks for the price.
import { Button, Stack, TextInput } from '@mantine/core'
import { IconMapPinFilled, IconPointFilled } from '@tabler/icons-react'
import type { Stop } from '@wayfare/core/booking'
import type { FormEvent } from 'react'
import { useBasemap } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { CarChoice } from '../../shared/car-choice.tsx'
import { PlaceSearch } from '../../shared/place-search.tsx'
import { WhenChoice } from '../../shared/when-choice.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { chooseMissingText } from './add-booking.ts'
import styles from './add-booking.module.css'
import { CallerFields } from './caller-fields.tsx'
import { DeskPayment } from './desk-payment.tsx'
import { ParcelFields } from './parcel-fields.tsx'
import { QuickPicks } from './quick-picks.tsx'
import { RiderCombobox } from './rider-combobox.tsx'
import { RiderHistory } from './rider-history.tsx'
import { focusPart, type AddBooking } from './use-add-booking.ts'

type PartProps = { desk: AddBooking }

const problemOf = (missing: AddBooking['missing'], t: (key: string) => string) =>
  missing && { part: missing.part, text: t(chooseMissingText(missing)) }

const Rider = ({ desk }: PartProps) => {
  const t = useT()
  const { draft, missing, calling, change } = desk
  const { rider, caller } = draft
  if (caller)
    return <CallerFields caller={caller} problem={problemOf(missing, t)} onChange={(next) => change({ caller: next })} />
  return (
    <div className={styles.rider}>
      <RiderCombobox
        key={calling}
        asked={calling}
        value={rider}
        problem={missing?.part === 'rider' ? t('desk_rider_needed') : null}
        onChange={(next) => desk.choose({ rider: next, caller: null })}
        onCaller={(next) => desk.choose({ rider: null, caller: next })}
      />
      {rider && <RiderHistory key={rider.id} rider={rider} onWay={desk.repeat} />}
    </div>
  )
}

const ends = {
  pickup: {
    label: 'pickup',
    picks: 'desk_picks_pickup',
    icon: <IconPointFilled size={20} className={styles.from} aria-hidden />,
  },
  drop: {
    label: 'destination',
    picks: 'desk_picks_drop',
    icon: <IconMapPinFilled size={20} className={styles.to} aria-hidden />,
  },
}

const End = ({ desk: { draft, missing, change, onResolving }, end }: PartProps & { end: 'pickup' | 'drop' }) => {
  const t = useT()
  const center = useBasemap().data?.center ?? null
  const { label, picks, icon } = ends[end]
  const choose = (stop: Stop | null) => change(end === 'pickup' ? { pickup: stop } : { drop: stop })
  const other = end === 'pickup' ? 'drop' : 'pickup'
  const pick = (stop: Stop) => {
    choose(stop)
    // the picks go away, and with them what had the focus
    focusPart(draft[other] === null ? other : 'car')
  }
  return (
    <div data-part={end}>
      <PlaceSearch
        label={t(label)}
        placeholder={t('pickup_placeholder')}
        value={draft[end]}
        problem={missing?.part === end ? t(chooseMissingText(missing)) : null}
        near={end === 'drop' ? (draft.pickup ?? center) : center}
        icon={icon}
        onChange={choose}
        onResolving={onResolving}
      />
      <QuickPicks
        key={draft.rider?.id}
        label={t(picks)}
        // once it is chosen, the next step is in sight
        picks={(draft[end] === null ? (draft.rider?.places ?? []) : []).map(({ mark, ...stop }) => ({
          key: stop.add,
          label: mark ? `${t(`place_mark_${mark}`)}: ${stop.add}` : stop.add,
          text: (
            <>
              {mark && <strong>{t(`place_mark_${mark}`)} </strong>}
              <bdi>{stop.add}</bdi>
            </>
          ),
          onPick: () => pick(stop),
        }))}
      />
    </div>
  )
}

const Promo = ({ desk: { draft, price, change } }: PartProps) => {
  const t = useT()
  const problem = price?.promo?.problem ?? null
  return (
    <TextInput
      label={t('desk_promo')}
      value={draft.promo}
      error={problem && t(problem)}
      maxLength={40}
      maw={320}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      styles={{ label: { fontSize: 'var(--mantine-font-size-sm)', fontWeight: 600 } }}
      onChange={(event) => change({ promo: event.currentTarget.value })}
    />
  )
}

type AddBookingFormProps = PartProps

export const AddBookingForm = ({ desk }: AddBookingFormProps) => {
  const t = useT()
  const { draft, price, missing, busy, change } = desk
  const problem = problemOf(missing, t)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (price) desk.book()
    else desk.checkPrice()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('nav_add_booking')}>
      <Stack gap="lg">
        <Rider desk={desk} />
        <div className={styles.places}>
          <End desk={desk} end="pickup" />
          <End desk={desk} end="drop" />
        </div>
        <div data-part="date">
          <WhenChoice value={draft} problem={problem?.part === 'date' ? problem.text : null} onChange={change} />
        </div>
        <div data-part="car">
          <CarChoice
            pickup={draft.later ? null : draft.pickup}
            value={draft.carType}
            onChange={(carType) => change({ carType })}
          />
          <FieldError text={problem?.part === 'car' ? problem.text : null} />
        </div>
        {desk.parcel && desk.car && (
          <ParcelFields car={desk.car} parcel={draft.parcel} problem={problem} onChange={(parcel) => change({ parcel })} />
        )}
        <Promo desk={desk} />
        <DeskPayment
          value={draft.payment}
          rider={draft.rider}
          payable={price?.payableAmount ?? null}
          onChange={(payment) => change({ payment })}
        />
        <Button
          type="submit"
          size="lg"
          variant={price ? 'default' : 'filled'}
          disabled={price !== null}
          loading={busy === 'price'}
        >
          {t('desk_check_price')}
        </Button>
      </Stack>
    </form>
  )
}
