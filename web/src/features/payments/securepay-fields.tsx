// SecurePay's card fields: one frame of SecurePay's, so that a card's number never reaches our page.
import { Skeleton, Stack } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import type { CardFieldsProps, PaymentCompleter } from './card-fields.ts'
import { FieldsFailure, PayButton } from './pay-button.tsx'
import classes from './payments.module.css'
import { loadScript, readGlobal } from './provider-script.ts'
import { useCardFields } from './use-card-fields.ts'

type Fields = { tokenise: () => void; reset: () => void }
type Library = { init: new (given: object) => Fields }

type Listeners = { onValid: (isValid: boolean) => void; onToken: PaymentCompleter; onWrong: () => void }

const make = async (
  { script, settings }: Pick<CardFieldsProps, 'script' | 'settings'>,
  containerId: string,
  tell: { current: Listeners },
): Promise<Fields> => {
  const { scriptId, clientId, merchantCode } = settings
  await loadScript(script, scriptId)
  const library = readGlobal<Library>('securePayUI')
  return new Promise((resolve, reject) => {
    // without an end the person would look at an empty frame for ever
    const tooLong = setTimeout(() => reject(new Error('the fields did not come')), 20_000)
    const fields: Fields = new library.init({
      containerId,
      scriptId,
      clientId,
      merchantCode,
      card: {
        onFormValidityChange: (isValid: boolean) => tell.current.onValid(isValid),
        onTokeniseSuccess: ({ token }: { token: string }) => void tell.current.onToken(token),
        onTokeniseError: () => tell.current.onWrong(),
      },
      onLoadComplete: () => {
        clearTimeout(tooLong)
        resolve(fields)
      },
    })
  })
}

export const SecurePayFields = ({ payment, script, settings, complete, busy }: CardFieldsProps) => {
  const t = useT()
  const containerId = `securepay${useId().replaceAll(/\W/g, '')}`
  const [valid, setValid] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const listeners: Listeners = {
    onValid: setValid,
    onToken: (token) => complete(token).finally(() => setAsking(false)),
    onWrong: () => {
      setAsking(false)
      setWrong(t('card_not_taken'))
    },
  }
  const tell = useRef(listeners)
  useEffect(() => {
    tell.current = listeners
  })
  const { fields, failed, retry } = useCardFields(
    () => make({ script, settings }, containerId, tell),
    (made) => made.reset(),
  )
  const pay = () => {
    setAsking(true)
    setWrong(null)
    fields?.tokenise()
  }
  return (
    <Stack gap="md">
      {!fields && !failed && <Skeleton height={4} />}
      <div id={containerId} className={classes.frame} dir="ltr" />
      <FieldsFailure failed={failed} wrong={wrong} onRetry={retry} />
      <PayButton payment={payment} loading={busy || asking} disabled={!fields || !valid} onClick={pay} />
    </Stack>
  )
}
