// A promo code: asked for when one has it, then what it takes off, or why it does not apply.
import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { IconDiscount2 } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import styles from './estimate-dialog.module.css'
import type { Estimate } from '../../shared/use-quote.ts'

type PromoFieldProps = { estimate: Estimate; busy: boolean; onApply: (code: string) => void }

const Applied = ({ estimate: { quote }, busy, onApply }: PromoFieldProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" className={styles.promo}>
      <Group gap={8} wrap="nowrap" role="status">
        <IconDiscount2 size={22} aria-hidden className={styles.fixed} />
        <Text fw={600}>{t('promo_applied', { code: quote.promo?.code ?? '', amount: format.money(quote.discountAmount) })}</Text>
      </Group>
      <Button variant="subtle" className={styles.fixed ?? ''} loading={busy} onClick={() => onApply('')}>
        {t('promo_remove')}
      </Button>
    </Group>
  )
}

export const PromoField = (props: PromoFieldProps) => {
  const t = useT()
  const { promo } = props.estimate.quote
  const [opened, setOpened] = useState(false)
  const [code, setCode] = useState('')
  const [edited, setEdited] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const said = edited ? null : (promo?.problem ?? null)
  // the button at the bottom of the dialog must not cover why
  useEffect(() => {
    if (opened || said !== null) form.current?.scrollIntoView({ block: 'nearest' })
  }, [opened, said])
  if (promo && promo.problem === null) return <Applied {...props} />
  if (!opened && !promo) {
    return (
      <div>
        <Anchor component="button" type="button" className={styles.link ?? ''} onClick={() => setOpened(true)}>
          {t('promo_have')}
        </Anchor>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEdited(false)
    if (code.trim() !== '') props.onApply(code.trim())
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.code}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('promo_label')}
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          error={said !== null}
          aria-describedby="promo-problem"
          className={styles.grow ?? ''}
          onChange={(event) => {
            setEdited(true)
            setCode(event.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" mih={42} loading={props.busy}>
          {t('promo_apply')}
        </Button>
      </Group>
      <Text id="promo-problem" size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
        {said === null ? '' : t(said)}
      </Text>
    </form>
  )
}
