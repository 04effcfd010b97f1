// By which provider to pay: those on offer now, and the card form that goes to the one that is chosen.
import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core'
import type { Provider } from '@wayfare/contract/payments'
import { getProviderTitle } from '@wayfare/core/providers'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useProviders } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { useFormat, useT } from '../i18n/provider.tsx'
import { ChoiceList, type Choice } from '../ui/choice-list.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import type { Translator } from '../ui/text.ts'
import { CardForm, type Order } from './card-form.tsx'
import styles from './pay-form.module.css'
import { ProviderLogo } from './provider-logo.tsx'
import { useLeaving } from './use-leaving.ts'

/** How a provider is called where one chooses: the test provider in words. */
export const getProviderLabel = (name: string, t: Translator): string =>
  name === 'test' ? t('provider_test') : getProviderTitle(name)

const choiceOf = ({ name }: Provider, t: Translator): Choice<string> => ({
  value: name,
  label: getProviderLabel(name, t),
  note: name === 'test' ? t('provider_test_note') : undefined,
  icon: <ProviderLogo name={name} />,
})

type ProvidersProps = { value: string | null; onChange: (name: string) => void; providers: ReturnType<typeof useProviders> }

const Providers = ({ value, onChange, providers }: ProvidersProps) => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error } = providers
  if (error.flag)
    return (
      <Alert color="danger" role="alert">
        <Stack gap="sm" align="start">
          <span>
            {t('provider_fetch_error')} {problemText(error.cause)}
          </span>
          <Button variant="default" onClick={providers.reload}>
            {t('try_again')}
          </Button>
        </Stack>
      </Alert>
    )
  if (!data) return <Skeleton height={84} />
  if (data.length === 0)
    return (
      <Alert color="warn" role="alert">
        {t('no_provider_found')}
      </Alert>
    )
  return <ChoiceList legend={t('pay_with')} choices={data.map((one) => choiceOf(one, t))} value={value} onChange={onChange} />
}

type PayFormProps = {
  order: Order
  /** what the way back is called; a part of a page has none */
  backLabel?: string
  onBack?: () => void
  /** makes the order that is paid, when there is none before a provider is chosen; null when it could not */
  begin?: (provider: string) => Promise<string | null>
  /** it is too late, or something is not filled in */
  disabled?: boolean
  /** of the button; how much is paid unless told */
  label?: string
  /** above the providers, such as the field for the amount */
  head?: ReactNode
  /** above the buttons */
  children?: ReactNode
}

const usePosting = ({ begin }: PayFormProps, provider: string | null) => {
  const { leaving, leave } = useLeaving()
  const [beginning, setBeginning] = useState(false)
  const [begun, setBegun] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (!begin) return leave()
    event.preventDefault()
    if (provider === null) return undefined
    setBeginning(true)
    const id = await begin(provider)
    flushSync(() => {
      setBeginning(false)
      setBegun(id)
    })
    if (id === null) return undefined
    leave()
    form.current?.submit()
    return undefined
  }
  return { form, submit, begun, busy: leaving || beginning }
}

type ButtonsProps = { props: PayFormProps; busy: boolean; disabled: boolean }

const Buttons = ({ props, busy, disabled }: ButtonsProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <Group justify="flex-end" gap="sm">
      {props.onBack && (
        <Button variant="default" mih={48} onClick={props.onBack}>
          {props.backLabel}
        </Button>
      )}
      <Button
        type="submit"
        size="md"
        mih={48}
        className={styles.pay ?? ''}
        fullWidth={!props.onBack}
        loading={busy}
        disabled={disabled}
        data-autofocus={props.head ? undefined : true}
      >
        {props.label ?? t('pay_amount', { amount: format.exactMoney(props.order.amount) })}
      </Button>
    </Group>
  )
}

export const PayForm = (props: PayFormProps) => {
  const { me } = useSession()
  const { order, disabled = false } = props
  const providers = useProviders()
  const [chosen, setChosen] = useState<string | null>(null)
  const provider = providers.data?.find(({ name }) => name === chosen) ?? providers.data?.[0]
  const { name = null, link = null } = provider ?? {}
  const { form, submit, begun, busy } = usePosting(props, name)
  return (
    <Stack gap="md">
      {props.head && (
        // the form holds what is posted and nothing else; Enter sends it from here as well
        <div onKeyDown={(event) => event.key === 'Enter' && form.current?.requestSubmit()}>{props.head}</div>
      )}
      <Providers value={name} onChange={setChosen} providers={providers} />
      {props.children}
      <CardForm
        link={link}
        order={begun === null ? order : { ...order, id: begun }}
        me={me}
        formRef={form}
        onSubmit={(event) => void submit(event)}
      >
        <Buttons props={props} busy={busy} disabled={name === null || disabled} />
      </CardForm>
    </Stack>
  )
}
