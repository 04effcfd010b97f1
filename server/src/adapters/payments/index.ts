// All payment providers, as the operator may choose from them.
import type { ProviderName } from '@wayfare/core/providers'
import type { PaymentProvider } from '../ports-payments.ts'
import { braintree } from './braintree.ts'
import { culqi } from './culqi.ts'
import { flutterwave } from './flutterwave.ts'
import { liqpay } from './liqpay.ts'
import { mercadopago } from './mercadopago.ts'
import { payfast } from './payfast.ts'
import { paypal } from './paypal.ts'
import { paystack } from './paystack.ts'
import { paytm } from './paytm.ts'
import { payulatam } from './payulatam.ts'
import { securepay } from './securepay.ts'
import { stripe } from './stripe.ts'
import { test } from './test.ts'

const providers: Readonly<Record<ProviderName, PaymentProvider>> = {
  braintree,
  culqi,
  flutterwave,
  liqpay,
  mercadopago,
  payfast,
  paypal,
  paystack,
  paytm,
  payulatam,
  securepay,
  stripe,
  test,
}

export const paymentProviders: readonly PaymentProvider[] = Object.values(providers)
