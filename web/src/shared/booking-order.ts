// What is sent to book a trip at a price that was told.
import type { createBooking } from '@wayfare/contract/bookings'
import type { InputOf } from '@wayfare/contract/endpoint'
import { pickDeliveryPart, type Parcel } from './parcel.ts'
import type { PaymentChoice } from './payment-parts.ts'

export type Priced = { quote: string; estimateFare: string; category: 'taxi' | 'delivery' }

/** The wallet pays first only where it does not pay all. A ride carries no recipient. */
export const orderOf = (
  { quote, estimateFare, category }: Priced,
  { mode, useWallet }: PaymentChoice,
  parcel: Parcel,
): InputOf<typeof createBooking> => ({
  quote,
  estimateFare,
  paymentMode: mode,
  useWallet: useWallet && mode !== 'wallet',
  ...(category === 'delivery' ? pickDeliveryPart(parcel) : {}),
})
