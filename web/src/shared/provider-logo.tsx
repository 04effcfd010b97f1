// The payment providers by name, each with a word-mark of our own drawing: its name on a plate, in a colour to know it by.
import { IconCreditCard } from '@tabler/icons-react'
import { getProviderTitle, isProviderName, type ProviderName } from '@wayfare/core/providers'

/** White on each plate has at least 4.5:1. */
const plates: Readonly<Record<ProviderName, string>> = {
  braintree: '#1f2a37',
  culqi: '#0b6b60',
  flutterwave: '#8a4b00',
  liqpay: '#3f6b13',
  mercadopago: '#0a5f8f',
  payfast: '#a3212b',
  paypal: '#1c3f94',
  paystack: '#0b4a6f',
  paytm: '#12306b',
  payulatam: '#4d6b00',
  securepay: '#5b2a86',
  stripe: '#4a3fc4',
  test: '#5a4a00',
}

const fontSizeFor = ({ length }: string): number => (length > 11 ? 10.5 : length > 9 ? 11 : 13)

/** The name stands beside it, so that it is for the eye alone. */
export const ProviderLogo = ({ name }: { name: string }) => {
  if (!isProviderName(name)) return <IconCreditCard size={26} aria-hidden />
  const title = getProviderTitle(name)
  return (
    <svg viewBox="0 0 84 30" width="84" height="30" aria-hidden data-provider={name} direction="ltr">
      <rect width="84" height="30" rx="7" fill={plates[name]} />
      <text x="42" y="19.5" textAnchor="middle" fontSize={fontSizeFor(title)} fontWeight="700" fill="#fff">
        {title}
      </text>
    </svg>
  )
}
