// Braintree's Hosted Fields: each field is a frame of Braintree's, so that a card's number never reaches our page.
import { Skeleton, Stack, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import type { CardFieldsProps } from './card-fields.ts'
import { FieldsFailure, PayButton } from './pay-button.tsx'
import classes from './payments.module.css'
import { loadScript, readGlobal } from './provider-script.ts'
import { useCardFields } from './use-card-fields.ts'

type Tokenized = { nonce: string; details: { bin: string } }
type FieldEvent = {
  emittedBy: string
  fields: Record<string, { isFocused: boolean; isValid: boolean; isPotentiallyValid: boolean }>
}
type HostedFields = {
  tokenize: () => Promise<Tokenized>
  teardown: () => Promise<void>
  on: (name: 'focus' | 'blur' | 'validityChange', run: (event: FieldEvent) => void) => void
}
type ThreeDS = { verifyCard: (asked: object) => Promise<{ nonce: string }> }
type Braintree = {
  client: { create: (given: object) => Promise<unknown> }
  hostedFields: { create: (given: object) => Promise<HostedFields> }
  threeDSecure: { create: (given: object) => Promise<ThreeDS> }
}

type Made = { fields: HostedFields; threeDS: ThreeDS | null }

const make = async (
  { script, settings }: Pick<CardFieldsProps, 'script' | 'settings'>,
  containers: Record<string, HTMLElement | null>,
): Promise<Made> => {
  const withThreeDS = settings['threeDSecure'] === 'true'
  await loadScript(script)
  await loadScript(settings['hostedFieldsScript'] ?? '')
  if (withThreeDS) await loadScript(settings['threeDSecureScript'] ?? '')
  const braintree = readGlobal<Braintree>('braintree')
  const client = await braintree.client.create({ authorization: settings['clientToken'] })
  const fields = await braintree.hostedFields.create({
    client,
    styles: { input: { 'font-size': '16px', color: '#16201a' }, '.invalid': { color: '#b3261e' } },
    fields: Object.fromEntries(Object.entries(containers).map(([name, container]) => [name, { container }])),
  })
  const threeDS = withThreeDS ? await braintree.threeDSecure.create({ version: 2, client }) : null
  return { fields, threeDS }
}

const onLookupComplete = (_data: unknown, next: () => void) => next()

/** The token of the card, after its bank has seen the person where it wants to. */
const tokenOf = async ({ fields, threeDS }: Made, { amount, email }: Readonly<Record<string, string>>): Promise<string> => {
  const { nonce, details } = await fields.tokenize()
  if (!threeDS) return nonce
  const checked = await threeDS.verifyCard({ amount, nonce, bin: details.bin, email, onLookupComplete })
  return checked.nonce
}

const parts = [
  { name: 'number', label: 'card_number' },
  { name: 'expirationDate', label: 'card_expiry' },
  { name: 'cvv', label: 'card_code' },
] as const

export const BraintreeFields = ({ payment, script, settings, complete, busy }: CardFieldsProps) => {
  const t = useT()
  const id = useId()
  const containers = useRef<Record<string, HTMLElement | null>>({})
  const [states, setStates] = useState<FieldEvent['fields']>({})
  const [wrong, setWrong] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const { fields, failed, retry } = useCardFields(
    async () => {
      const made = await make({ script, settings }, containers.current)
      for (const name of ['focus', 'blur', 'validityChange'] as const)
        made.fields.on(name, (event) => setStates({ ...event.fields }))
      return made
    },
    (made) => void made.fields.teardown(),
  )
  const pay = async () => {
    if (!fields) return
    setAsking(true)
    setWrong(null)
    try {
      await complete(await tokenOf(fields, settings))
    } catch {
      setWrong(t('card_not_taken'))
    } finally {
      setAsking(false)
    }
  }
  const part = ({ name, label }: (typeof parts)[number]) => (
    <div key={name}>
      <Text size="sm" fw={500} mb={4} id={`${id}-${name}`}>
        {t(label)}
      </Text>
      <div
        role="group"
        aria-labelledby={`${id}-${name}`}
        className={classes.field}
        dir="ltr"
        data-focused={states[name]?.isFocused || undefined}
        data-wrong={states[name]?.isPotentiallyValid === false || undefined}
        ref={(element) => {
          containers.current[name] = element
        }}
      />
    </div>
  )
  const [number, ...others] = parts
  return (
    <Stack gap="md">
      {!fields && !failed && <Skeleton height={4} />}
      {part(number)}
      <div className={classes.two}>{others.map(part)}</div>
      <FieldsFailure failed={failed} wrong={wrong} onRetry={retry} />
      <PayButton payment={payment} loading={busy || asking} disabled={!fields} onClick={() => void pay()} />
    </Stack>
  )
}
