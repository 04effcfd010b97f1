// All payment providers, as the operator may choose from them.
import type { PaymentProvider } from '../ports.ts'
import { culqi } from './culqi.ts'
import { liqpay } from './liqpay.ts'
import { mercadopago } from './mercadopago.ts'
import { payfast } from './payfast.ts'
import { paypal } from './paypal.ts'
import { paytm } from './paytm.ts'
import { payulatam } from './payulatam.ts'
import { stripe } from './stripe.ts'
import { test } from './test.ts'

export const paymentProviders: readonly PaymentProvider[] = [
  culqi,
  liqpay,
  mercadopago,
  payfast,
  paypal,
  paytm,
  payulatam,
  stripe,
  test,
]
