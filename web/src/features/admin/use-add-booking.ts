// The desk's booking from the first key to the number: a price holds as long as nothing it was made from has changed.
import { createBooking, type BookingView } from '@wayfare/contract/bookings'
import { defaultSettings } from '@wayfare/core/settings'
import { addCaller, type RiderMatch } from '@wayfare/contract/people-riders'
import { useEffect, useState } from 'react'
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
  repeatWay,
  type BookingGround,
  type Draft,
  type MissingPart,
  type Part,
} from './add-booking.ts'
import { newRiderOf, type Caller } from './caller.ts'
import { useCalling } from './use-calling.ts'

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

type Ground = ReturnType<typeof useGround>

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
  const add = useWrite(addCaller, { refuse })
  return {
    addRider: (caller: Caller) => add.run(newRiderOf(caller)),
    order: async (draft: Draft, price: Quote): Promise<void> => {
      const booking = await run(deskOrderOf(draft, price))
      if (booking) onBooked(booking)
    },
  }
}

/** The price of a draft; it holds as long as nothing it was made from has changed. */
const usePrice = (draft: Draft, ground: Ground, onMissing: (lack: MissingPart) => void) => {
  const quote = useQuote()
  const [question, setQuestion] = useState('')
  const price = (question === makeQuoteQuestion(draft) && quote.estimate?.quote) || null
  /** `lacking`: what is done where something lacks */
  const ask = (of: Draft, lacking = onMissing) => {
    const { ask: wanted, missing } = makeQuoteInput(of, { ...ground, now: readServerNow() })
    if (missing) return lacking(missing)
    quote.forget()
    setQuestion(makeQuoteQuestion(of))
    void quote.ask(wanted)
  }
  return { price, ask, busy: quote.busy, forget: quote.forget }
}

/** The form, and what is told of what lacks in it. */
const useDraft = (ground: Ground) => {
  const t = useT()
  const alert = useAlert()
  const [draft, setDraft] = useState<Draft>(noDraft)
  const [missing, setMissing] = useState<MissingPart | null>(null)
  const [booked, setBooked] = useState<BookingView | null>(null)
  const change = (part: Partial<Draft>): Draft => {
    setMissing(null)
    setBooked(null)
    setDraft((before) => withChoices({ ...before, ...part }, ground))
    return withChoices({ ...draft, ...part }, ground)
  }
  const tell = (lack: MissingPart) => {
    setMissing(lack)
    alert(t(chooseMissingText(lack)), { title: t('desk_missing_title'), focusAfter: () => fieldOf(lack.part) })
  }
  const clear = (after: BookingView | null) => {
    setDraft(noDraft)
    setMissing(null)
    setBooked(after)
  }
  return { draft, missing, booked, change, tell, clear }
}

/** The next step of somebody who was found: the same way again, or where it goes from. */
const useNextPart = (rider: RiderMatch | null, isBusy: boolean): void => {
  const id = rider?.id ?? null
  useEffect(() => {
    if (rider && !isBusy) focusPart(rider.recent.length > 0 ? 'recent' : 'pickup')
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
}

export const useAddBooking = () => {
  const ground = useGround()
  const { calling, answer } = useCalling()
  const { draft, missing, booked, change, tell, clear } = useDraft(ground)
  const { price, ask, busy: asking, forget } = usePrice(draft, ground, tell)
  const [booking, setBooking] = useState(false)
  const busy = booking ? 'book' : asking ? 'price' : null
  const startAnew = (after: BookingView | null = null) => {
    clear(after)
    forget()
    // the field of a rider may have to come back in the place of a caller's
    setTimeout(() => focusPart('rider'))
  }
  const { addRider, order } = useOrder(startAnew, forget)
  useNextPart(draft.rider, booking)
  const choose = (who: Pick<Draft, 'rider' | 'caller'>) => {
    answer()
    change({ ...who, payment: { mode: 'cash', useWallet: false } })
  }
  const repeat = (way: RiderMatch['recent'][number]) => ask(change(repeatWay(way, ground.cars)), (lack) => focusPart(lack.part))
  const { ask: checkPrice, onResolving } = useOnceResolved(() => ask(draft))
  const bookNow = async () => {
    const lack = await findMissing(draft, { ...ground, now: readServerNow() })
    if (lack) return tell(lack)
    const rider = draft.caller ? await addRider(draft.caller) : draft.rider
    if (!rider || !price) return
    // whatever becomes of the booking, the caller is a customer now
    await order(change({ rider, caller: null }), price)
  }
  const book = () => {
    if (busy) return
    setBooking(true)
    void bookNow().finally(() => setBooking(false))
  }
  const parts = { parcel: isParcelDraft(draft, ground), car: carOf(draft.carType, ground.cars) }
  const state = { draft, price, missing, busy, booked, calling, ...parts }
  return { ...state, onResolving, change, choose, repeat, checkPrice, book, startAnew, forgetPrice: forget }
}

export type AddBooking = ReturnType<typeof useAddBooking>
