// One provider: sandbox or live, its keys, whether it is offered, and its address for notices.
import {
  Alert,
  Badge,
  Button,
  Code,
  CopyButton,
  Group,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ProviderState } from '@wayfare/contract/payments-admin'
import { getExponent } from '@wayfare/core/money'
import { providerModes } from '@wayfare/core/providers'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { makeLockProps } from '../../ui/locked-note.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import '../../ui/form-styles.ts'
import classes from './payments.module.css'
import { eventsToChoose, getReversalsHint } from './provider-events.ts'
import { useProviderKeys } from './use-provider-keys.ts'

type Mode = ProviderState['modes'][number]
type Key = Mode['keys'][number]
type Keys = ReturnType<typeof useProviderKeys>

const KeyField = ({ name, given, keys, disabled }: { name: string; given: Key; keys: Keys; disabled: boolean }) => {
  const t = useT()
  const said = given.hint === '' ? t('provider_key_set') : t('provider_key_ends', { hint: given.hint })
  const field = {
    name,
    label: t(`provider_key_${name}`),
    value: keys.typed[name] ?? (given.secret ? '' : given.hint),
    placeholder: given.secret && given.isSet ? said : '',
    description: given.optional ? t('provider_key_optional') : undefined,
    error: keys.missing.includes(name) ? t('provider_key_missing') : undefined,
    disabled,
    autoComplete: 'off',
    spellCheck: false,
    dir: 'ltr',
    onChange: (event: { currentTarget: { value: string } }) => keys.type(name, event.currentTarget.value),
  } as const
  return given.secret ? (
    <PasswordInput
      {...field}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('provider_key_show') }}
    />
  ) : (
    <TextInput {...field} />
  )
}

/** Set in the provider's own dashboard, or sent along with every payment. */
const hookHints: Partial<Record<ProviderState['name'], string>> = {
  payfast: 'provider_hook_sent',
  liqpay: 'provider_hook_sent',
  payulatam: 'provider_hook_sent',
  securepay: 'provider_hook_none',
  test: 'provider_hook_sent',
}

const Webhook = ({ provider, url }: { provider: ProviderState; url: string }) => {
  const t = useT()
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('provider_hook')}
      </Text>
      <div className={classes.hook}>
        <Code dir="ltr">{url}</Code>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            >
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        {t(hookHints[provider.name] ?? 'provider_hook_dashboard')}
      </Text>
      {eventsToChoose[provider.name] && (
        <Text size="sm" mt={4} component="div">
          {t('provider_events')}{' '}
          {eventsToChoose[provider.name]?.map((event) => (
            <Code key={event} dir="ltr" me={4} className={classes.long}>
              {event}
            </Code>
          ))}
        </Text>
      )}
    </div>
  )
}

const Facts = ({ provider, mode }: { provider: ProviderState; mode: Mode }) => {
  const t = useT()
  const currency = useSettings().data?.code ?? ''
  const format = useFormat()
  return (
    <Stack gap={4}>
      <Text size="sm">
        {t('provider_currencies')} <bdi>{provider.currencies?.join(', ') ?? t('provider_currencies_account')}</bdi>
      </Text>
      <Text size="sm">{t(`provider_refunds_${provider.refunds}`)}</Text>
      <Text size="sm">{t(provider.signedNotices ? 'provider_signed' : 'provider_unsigned')}</Text>
      {provider.name !== 'test' && <Text size="sm">{t(`provider_reversals_${getReversalsHint(provider.name)}`)}</Text>}
      {provider.name === 'stripe' && getExponent(currency) === 3 && (
        <Text size="sm">{t('provider_three_decimals', { currency })}</Text>
      )}
      {mode.updatedAt !== null && (
        <Text size="sm" c="dimmed">
          {t('provider_saved_at', { date: format.dateTime(mode.updatedAt) })}
        </Text>
      )}
    </Stack>
  )
}

type DeedsProps = { mode: Mode; keys: Keys; locked: boolean; hasKeys: boolean }

const Deeds = ({ mode, keys, locked, hasKeys }: DeedsProps) => {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const lock = makeLockProps(locked ? t('demo_mode') : null)
  const canSwitch = mode.source === 'saved' || (mode.source === 'none' && !hasKeys)
  return (
    <Group gap="sm">
      {hasKeys && (
        <Button type="submit" size="md" loading={keys.busy === 'save'} {...lock}>
          {t('provider_save')}
        </Button>
      )}
      {canSwitch && (
        <Button
          variant={hasKeys ? 'default' : 'filled'}
          size="md"
          loading={keys.busy === 'enable'}
          {...lock}
          onClick={() => void keys.enable(!mode.enabled)}
        >
          {t(mode.enabled ? 'provider_disable' : 'provider_enable')}
        </Button>
      )}
      {mode.source === 'saved' && hasKeys && (
        <Button
          variant="subtle"
          color="danger"
          size="md"
          loading={keys.busy === 'remove'}
          {...lock}
          onClick={() => setAsking(true)}
        >
          {t('provider_remove')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('provider_remove_title')}
        confirmLabel={t('provider_remove')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void keys.remove()
        }}
      >
        {t('provider_remove_text')}
      </ConfirmDialog>
    </Group>
  )
}

const ModeForm = ({ provider, mode, locked }: { provider: ProviderState; mode: Mode; locked: boolean }) => {
  const t = useT()
  const keys = useProviderKeys(provider.name, mode)
  const isEnvironment = mode.source === 'environment'
  const hasKeys = mode.keys.length > 0
  return (
    <form
      className={classes.body}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void keys.save(event.currentTarget)
      }}
    >
      {isEnvironment && <Alert color="info">{t('set_by_environment')}</Alert>}
      {!hasKeys && <Text>{t('provider_test_note')}</Text>}
      {hasKeys && (
        <div className={classes.fields}>
          {mode.keys.map((given) => (
            <KeyField key={given.name} name={given.name} given={given} keys={keys} disabled={locked || isEnvironment} />
          ))}
        </div>
      )}
      {!isEnvironment && <Deeds mode={mode} keys={keys} locked={locked} hasKeys={hasKeys} />}
      {mode.webhookUrl !== null && <Webhook provider={provider} url={mode.webhookUrl} />}
      <Facts provider={provider} mode={mode} />
    </form>
  )
}

export const ProviderSettings = ({ provider, locked }: { provider: ProviderState; locked: boolean }) => {
  const t = useT()
  const [name, setName] = useState(provider.modes.find(({ enabled }) => enabled)?.mode ?? 'sandbox')
  const mode = provider.modes.find((one) => one.mode === name) ?? provider.modes[0]
  if (!mode) return null
  const label = (one: Mode) => (
    <>
      {t(`payment_mode_${one.mode}`)}
      {one.enabled && (
        <Badge component="span" ms={8} size="sm">
          {t('provider_in_use')}
        </Badge>
      )}
    </>
  )
  return (
    <>
      {provider.modes.length > 1 && (
        <Group px={20} pb="sm">
          <SegmentedControl
            aria-label={t('provider_mode')}
            value={mode.mode}
            onChange={(value) => setName(providerModes.find((one) => one === value) ?? 'sandbox')}
            data={provider.modes.map((one) => ({ value: one.mode, label: label(one) }))}
          />
        </Group>
      )}
      <ModeForm key={mode.mode} provider={provider} mode={mode} locked={locked} />
    </>
  )
}
