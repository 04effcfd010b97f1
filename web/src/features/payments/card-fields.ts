// What the page of a payment and the card fields of a provider have to say to each other.
import type { Payment } from '@wayfare/contract/payments'

/** Hands the token on; what became of the payment, or null when it could not be said: the page then tells why. */
export type PaymentCompleter = (token: string) => Promise<Payment | null>

export type CardFieldsProps = {
  payment: Payment
  /** of the provider; the test provider has none */
  script: string
  settings: Readonly<Record<string, string>>
  complete: PaymentCompleter
  busy: boolean
}
