// Stand-ins of two providers on ports of their own: Stripe, which is asked again after its notice, and PayFast, whose notice settles by itself.
import { startPayfast } from './stubs/payfast.ts'
import { startStripe } from './stubs/stripe.ts'

export const startProviders = async () => {
  const [stripe, payfast] = await Promise.all([startStripe(), startPayfast()])
  const { merchantId, merchantKey, passphrase } = payfast.app
  const payments = {
    stripe: {
      mode: 'sandbox',
      origin: stripe.origin,
      keys: { SECRET_KEY: stripe.app.secretKey, WEBHOOK_SECRET: stripe.app.webhookSecret },
    },
    payfast: {
      mode: 'sandbox',
      origin: payfast.origin,
      keys: { MERCHANT_ID: merchantId, MERCHANT_KEY: merchantKey, PASSPHRASE: passphrase },
    },
  } as const
  return { stripe, payfast, payments, close: () => Promise.all([stripe.close(), payfast.close()]) }
}
