// The desk's booking from the first key to the number: a price holds as long as nothing it was made from has changed.
import { createBooking, type BookingView } from '@wayfare/contract/bookings'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { readServerNow } from '../../api/live.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { carOf, fitParcel, isParcel } from '../../shared/parcel.ts'
import { useQuote, type Quote } from '../../shared/use-quote.ts'
import { useOnceResolved } from '../../shared/use-once-resolved.ts'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import {
  chooseMissingText,
  deskOrderOf,
  findMissing,
  isParcelDraft,
  makeQuoteInput,
  makeQuoteQuestion,
  noDraft,
  type BookingGround,
  type Draft,
  type MissingPart,
  type Part,
} from './add-booking.ts'

/** After these the price is asked again. */
const staleKeys = ['quote_expired', 'quote_used', 'fare_changed', 'past_booking_error']

/** A car type's lists come with it: the first of each is chosen. */
const withChoices = (draft: Draft, { cars, category }: Pick<BookingGround, 'cars' | 'category'>): Draft => {
  const car = carOf(draft.carType, cars)
  return car && isParcel(car, category) ? { ...draft, parcel: fitParcel(car, draft.parcel) } : draft
}

const fieldOf = (part: Part): HTMLElement | null => {
  const marked = document.querySelector<HTMLElement>(`[data-part='${part}']`)
  return marked?.matches('input') ? marked : (marked?.querySelector<HTMLElement>('input, button') ?? null)
}

export const focusPart = (part: Part): void => fieldOf(part)?.focus()

const useGround = () => {
  const cars = useCarTypes().data ?? []
  const { category, timeZone, country } = useSettings().data ?? defaultSettings
  return { cars, category, timeZone, country }
}

/** Books once, however often it is tried. */
const useOrder = (onBooked: (booking: BookingView) => void, onStale: () => void) => {
  const problem = useProblem()
  const refuse = (cause: unknown) => {
    if (isCallError(cause) && staleKeys.includes(cause.key)) onStale()
    problem(cause, { withCode: true })
  }
  const { run } = useWrite(createBooking, { stale: [['riders']], refuse })
  return async (draft: Draft, price: Quote): Promise<void> => {
    const booking = await run(deskOrderOf(draft, price))
    if (booking) onBooked(booking)
  }
}

export const useAddBooking = () => {
  const t = useT()
  const alert = useAlert()
  const ground = useGround()
  const [draft, setDraft] = useState<Draft>(noDraft)
  const quote = useQuote()
  const [question, setQuestion] = useState('')
  const [missing, setMissing] = useState<MissingPart | null>(null)
  const [booking, setBooking] = useState(false)
  const [booked, setBooked] = useState<BookingView | null>(null)
  const price = (question === makeQuoteQuestion(draft) && quote.estimate?.quote) || null
  const busy = booking ? 'book' : quote.busy ? 'price' : null

  const startAnew = (after: BookingView | null = null) => {
    setDraft(noDraft)
    quote.forget()
    setMissing(null)
    setBooked(after)
    focusPart('rider')
  }
  const order = useOrder(startAnew, quote.forget)
  const change = (part: Partial<Draft>) => {
    setMissing(null)
    setBooked(null)
    setDraft((before) => withChoices({ ...before, ...part }, ground))
  }
  const tell = (lack: MissingPart) => {
    setMissing(lack)
    alert(t(chooseMissingText(lack)), { focusAfter: () => fieldOf(lack.part) })
  }
  const askPrice = () => {
    const { ask, missing: lack } = makeQuoteInput(draft, { ...ground, now: readServerNow() })
    if (lack) return tell(lack)
    quote.forget()
    setQuestion(makeQuoteQuestion(draft))
    void quote.ask(ask)
  }
  const { ask: checkPrice, onResolving } = useOnceResolved(askPrice)
  const bookNow = async () => {
    const lack = await findMissing(draft, { ...ground, now: readServerNow() })
    if (lack) tell(lack)
    else if (price) await order(draft, price)
  }
  const book = () => {
    if (busy) return
    setBooking(true)
    void bookNow().finally(() => setBooking(false))
  }
  const state = {
    draft,
    price,
    missing,
    busy,
    booked,
    parcel: isParcelDraft(draft, ground),
    car: carOf(draft.carType, ground.cars),
  }
  return { ...state, onResolving, change, checkPrice, book, startAnew, forgetPrice: quote.forget }
}

export type AddBooking = ReturnType<typeof useAddBooking>
