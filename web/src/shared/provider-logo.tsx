// The payment providers by name, each with a word-mark of our own drawing: its name on a plate, in a colour to know it by.
import { IconCreditCard } from '@tabler/icons-react'

/** White on each plate has at least 4.5:1. */
const marks: Readonly<Record<string, { title: string; plate: string }>> = {
  braintree: { title: 'Braintree', plate: '#1f2a37' },
  culqi: { title: 'Culqi', plate: '#0b6b60' },
  flutterwave: { title: 'Flutterwave', plate: '#8a4b00' },
  liqpay: { title: 'LiqPay', plate: '#3f6b13' },
  mercadopago: { title: 'Mercado Pago', plate: '#0a5f8f' },
  payfast: { title: 'Payfast', plate: '#a3212b' },
  paypal: { title: 'PayPal', plate: '#1c3f94' },
  paystack: { title: 'Paystack', plate: '#0b4a6f' },
  paytm: { title: 'Paytm', plate: '#12306b' },
  payulatam: { title: 'PayU Latam', plate: '#4d6b00' },
  securepay: { title: 'SecurePay', plate: '#5b2a86' },
  stripe: { title: 'Stripe', plate: '#4a3fc4' },
  test: { title: 'Test', plate: '#5a4a00' },
}

export const providerNames = Object.keys(marks)

/** How a provider writes its name; one that we do not know is called as the server calls it. */
export const providerTitle = (name: string): string => (Object.hasOwn(marks, name) ? marks[name]?.title : null) ?? name

/** The name stands beside it, so that it is for the eye alone. */
export const ProviderLogo = ({ name }: { name: string }) => {
  const mark = Object.hasOwn(marks, name) ? marks[name] : undefined
  if (!mark) return <IconCreditCard size={26} aria-hidden />
  return (
    <svg viewBox="0 0 84 30" width="84" height="30" aria-hidden data-provider={name} direction="ltr">
      <rect width="84" height="30" rx="7" fill={mark.plate} />
      <text x="42" y="19.5" textAnchor="middle" fontSize={mark.title.length > 9 ? 11.5 : 13.5} fontWeight="700" fill="#fff">
        {mark.title}
      </text>
    </svg>
  )
}
