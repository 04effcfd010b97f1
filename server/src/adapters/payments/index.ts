// All payment providers, as the operator may choose from them.
import type { PaymentProvider } from '../ports.ts'
import { mercadopago } from './mercadopago.ts'
import { payfast } from './payfast.ts'
import { payulatam } from './payulatam.ts'
import { stripe } from './stripe.ts'
import { test } from './test.ts'

export const paymentProviders: readonly PaymentProvider[] = [mercadopago, payfast, payulatam, stripe, test]
