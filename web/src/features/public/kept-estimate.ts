// The estimate of a visitor who goes to sign in or to register: in this tab, until they are back. Whoever signs out takes it along.
import type { Parcel } from '../../shared/parcel.ts'
import type { PaymentChoice } from '../../shared/payment-parts.ts'
import type { Estimate } from '../../shared/use-quote.ts'
import { parseJson, readStored, writeStored } from '../../ui/storage.ts'

type KeptEstimate = { estimate: Estimate; parcel: Parcel; payment: PaymentChoice }

const storageKey = 'wayfare.estimate'

export const keepEstimate = (kept: KeptEstimate): void => void writeStored(storageKey, JSON.stringify(kept), 'sessionStorage')

export const readKeptEstimate = (): KeptEstimate | null =>
  parseJson(readStored(storageKey, 'sessionStorage')) as KeptEstimate | null

export const forgetEstimate = (): void => void writeStored(storageKey, null, 'sessionStorage')
