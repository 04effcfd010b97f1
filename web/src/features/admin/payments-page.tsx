// Card payments at the desk: each with what happened to it, notices that were refused, and the keys of the providers.
import { Skeleton, Stack, Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import '../../ui/modal-styles.ts'
import '../../ui/tabs-styles.ts'
import { PageHead } from '../../shared/page-head.tsx'
import classes from './payments.module.css'
import { PaymentTroubles } from './payment-troubles.tsx'
import { PaymentsPanel } from './payments-panel.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

// what is behind a tab or in the drawer is fetched once somebody goes there
const NoticesPanel = makeLazyPart(async () => (await import('./notices-panel.tsx')).NoticesPanel)
const ProvidersPanel = makeLazyPart(async () => (await import('./providers-panel.tsx')).ProvidersPanel)
const PaymentDrawer = makeLazyPart(async () => (await import('./payment-drawer.tsx')).PaymentDrawer, null)

const tabs = [
  { name: 'payments', label: 'nav_payments', Panel: null },
  { name: 'notices', label: 'payments_tab_notices', Panel: NoticesPanel },
  { name: 'providers', label: 'payments_tab_providers', Panel: ProvidersPanel },
] as const

export const PaymentsPage = () => {
  const t = useT()
  const { id = null } = useParams()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { search } = { search: params.size > 0 ? `?${params.toString()}` : '' }
  const tab = tabs.find(({ name }) => name === params.get('tab'))?.name ?? 'payments'
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_payments')} intro={t('payments_intro')} />
      <PaymentTroubles />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(name) => void navigate(name === 'payments' ? '/payments' : `/payments?tab=${name}`, { replace: true })}
      >
        <Tabs.List mb="md" className={classes.tabs ?? ''}>
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name} fz="md" h={48}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, Panel }) => (
          <Tabs.Panel key={name} value={name}>
            {Panel ? (
              <Suspense fallback={<Skeleton height={240} />}>
                <Panel />
              </Suspense>
            ) : (
              <PaymentsPanel onOpen={(payment) => void navigate(`/payments/${payment.id}${search}`)} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <PaymentDrawer id={id} onClose={() => void navigate(`/payments${search}`, { replace: true })} />
    </Stack>
  )
}
