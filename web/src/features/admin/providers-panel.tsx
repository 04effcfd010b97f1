// The payment providers: which are offered, their keys (written, never read back), and where each shall send its notices.
import { Alert, Badge, Skeleton, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ProviderState } from '@wayfare/contract/payments-admin'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { getProviderLabel } from '../../shared/pay-form.tsx'
import { ProvingProvider } from '../../shared/proving.tsx'
import { ProviderLogo } from '../../shared/provider-logo.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import classes from './payments.module.css'
import { ProviderSettings } from './provider-settings.tsx'
import { useProviderStates } from './use-payments.ts'

const Heading = ({ provider, currency }: { provider: ProviderState; currency: string }) => {
  const t = useT()
  const { name, offered, takesCurrency, modes } = provider
  const isSet = modes.some(({ source }) => source !== 'none')
  const enabled = modes.find((mode) => mode.enabled)
  return (
    <summary className={classes.heading}>
      <ProviderLogo name={name} />
      <Text component="span" fw={600}>
        {getProviderLabel(name, t)}
      </Text>
      <span className={classes.states}>
        {enabled && (
          <Badge component="span" variant="default">
            {t(`payment_mode_${enabled.mode}`)}
          </Badge>
        )}
        {!takesCurrency && (
          <Badge component="span" color="warn">
            {t('provider_other_currency', { currency })}
          </Badge>
        )}
        <Badge component="span" color={offered ? 'primary' : 'neutral'}>
          {t(offered ? 'provider_offered' : isSet ? 'provider_off' : 'provider_not_set')}
        </Badge>
      </span>
    </summary>
  )
}

type CardProps = { provider: ProviderState; currency: string; locked: boolean }

/** The form is there once it was opened; what was typed stays when it is closed for a moment. */
const ProviderCard = ({ provider, currency, locked }: CardProps) => {
  const [seen, setSeen] = useState(false)
  return (
    <details className={classes.provider} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <Heading provider={provider} currency={currency} />
      {seen && <ProviderSettings provider={provider} locked={locked} />}
    </details>
  )
}

export const ProvidersPanel = () => {
  const t = useT()
  const locked = useSettings().data?.allowCriticalEditsAdmin === false
  const { data, error, reload } = useProviderStates()
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (!data) return <Skeleton height={480} />
  return (
    <ProvingProvider>
      <div className={classes.providers}>
        <Text c="dimmed">{t('providers_intro', { currency: data.currency })}</Text>
        {locked && (
          <Alert color="warn" icon={<IconLock size={20} aria-hidden />} title={t('demo_mode')}>
            {t('providers_locked')}
          </Alert>
        )}
        {data.lacksOrigin && (
          <Alert color="warn" title={t('providers_lack_origin')}>
            {t('providers_lack_origin_text')}
          </Alert>
        )}
        {data.providers.map((provider) => (
          <ProviderCard key={provider.name} provider={provider} currency={data.currency} locked={locked} />
        ))}
      </div>
    </ProvingProvider>
  )
}
