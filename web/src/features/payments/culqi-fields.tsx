// Culqi's own window asks for the card, so that its number never reaches our page; some banks then want to see the person (3DS).
import { Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import type { CardFieldsProps } from './card-fields.ts'
import { FieldsFailure, PayButton } from './pay-button.tsx'
import { loadScript, readGlobal } from './provider-script.ts'
import { useCardFields } from './use-card-fields.ts'

type Settings = CardFieldsProps['settings']
type Checkout = {
  culqi: () => void
  open: () => void
  close: () => void
  token?: { id: string }
  error?: { user_message?: string }
}
type CheckoutMaker = new (publicKey: string, given: object) => Checkout
type ThreeDS = {
  publicKey: string
  settings: object
  initAuthentication: (token: string) => void
  generateDevice: () => Promise<string>
}

const make = async (script: string, { publicKey = '', title, currency, amount, email }: Settings): Promise<Checkout> => {
  await loadScript(script)
  const Maker = readGlobal<CheckoutMaker>('CulqiCheckout')
  return new Maker(publicKey, {
    settings: { title, currency, amount: Number(amount) },
    client: { email },
    options: { lang: 'auto', installments: false, modal: true, paymentMethods: { tarjeta: true, yape: true } },
  })
}

/** Opens its window; what comes of it is told once for each try. */
const openWindow = (
  checkout: Checkout,
  tell: { onToken: (token: string) => void; onWrong: (text: string | null) => void },
): void => {
  checkout.culqi = () => {
    if (!checkout.token) return tell.onWrong(checkout.error?.user_message ?? null)
    checkout.close()
    return tell.onToken(checkout.token.id)
  }
  checkout.open()
}

type Said = { parameters3DS?: object; error?: unknown }

/** What the bank found out about the person, as the provider tells it to our window. */
const authenticate = async (
  token: string,
  { publicKey = '', threeDsScript = '', amount, currency, email }: Settings,
): Promise<string> => {
  await loadScript(threeDsScript)
  const threeDS = readGlobal<ThreeDS>('Culqi3DS')
  const deviceId = await threeDS.generateDevice()
  threeDS.publicKey = publicKey
  const charge = { totalAmount: Number(amount), currency, returnUrl: window.location.href }
  threeDS.settings = { charge, card: { email } }
  return new Promise((resolve, reject) => {
    const hear = ({ origin, data }: MessageEvent<Said | null>) => {
      if (origin !== window.location.origin || !(data?.parameters3DS || data?.error)) return
      window.removeEventListener('message', hear)
      if (!data.parameters3DS) return reject(new Error('the bank said no'))
      return resolve(JSON.stringify({ token, authentication3ds: data.parameters3DS, deviceId }))
    }
    window.addEventListener('message', hear)
    threeDS.initAuthentication(token)
  })
}

export const CulqiFields = ({ payment, script, settings, complete, busy }: CardFieldsProps) => {
  const t = useT()
  const [wrong, setWrong] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const { fields, failed, retry } = useCardFields(
    () => make(script, settings),
    (made) => made.close(),
  )
  const take = async (token: string) => {
    setAsking(true)
    try {
      const now = await complete(token)
      if (now?.status === 'open') await complete(await authenticate(token, settings))
    } catch {
      setWrong(t('card_not_taken'))
    } finally {
      setAsking(false)
    }
  }
  const taking = useRef(take)
  useEffect(() => {
    taking.current = take
  })
  const open = () => {
    if (!fields) return
    setWrong(null)
    openWindow(fields, {
      onToken: (token) => void taking.current(token),
      onWrong: (text) => setWrong(text ?? t('card_not_taken')),
    })
  }
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('card_in_window', { provider: 'Culqi' })}
      </Text>
      <FieldsFailure failed={failed} wrong={wrong} onRetry={retry} />
      <PayButton payment={payment} loading={busy || asking} disabled={!fields} onClick={open} />
    </Stack>
  )
}
