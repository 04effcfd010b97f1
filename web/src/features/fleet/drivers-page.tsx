// Drivers' accounts, and who of them may drive: all for an admin, the own ones for a fleet admin.
import { Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { ApprovalDialog } from './approval-dialog.tsx'
import { DriverDrawer } from './driver-drawer.tsx'
import { driverColumns } from './driver-columns.tsx'
import { DriversToolbar } from './drivers-toolbar.tsx'
import type { ApprovalFilter } from './drivers-toolbar.tsx'
import { useApprovalAction } from './use-approval-action.tsx'
import { useDriverAccounts } from './use-driver-accounts.ts'

/** Typed text asks the server once the typing pauses (ms). */
const PAUSE_MS = 250

const filters: readonly ApprovalFilter[] = ['waiting', 'approved']

/** The view is in the address, so that it can be kept and shared. */
const useView = () => {
  const [params, setParams] = useSearchParams()
  const set = (name: 'show' | 'search' | 'driver', value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const show = filters.find((one) => one === params.get('show')) ?? null
  const clear = () => setParams({}, { replace: true })
  return { show, search: params.get('search') ?? '', driver: params.get('driver'), set, clear }
}

export const DriversPage = () => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const { show, search, driver, set, clear } = useView()
  const [asked] = useDebouncedValue(search.trim(), PAUSE_MS)
  const [deciding, setDeciding] = useState<DriverAccount | null>(null)
  const slice = useDriverAccounts({
    ...(show ? { approved: show === 'approved' ? 'true' : 'false' } : {}),
    ...(asked ? { search: asked } : {}),
  })
  const columns = useMemo(() => driverColumns(t, format), [t, format])
  const actionFor = useApprovalAction(setDeciding)
  const opened = slice.data?.find(({ id }) => id === driver) ?? null
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {t('drivers_title')}
      </Title>
      <DataTable
        caption={t('drivers_title')}
        columns={columns}
        rows={slice.data}
        rowKey={({ id }) => id}
        loading={slice.loading}
        error={slice.error.flag ? problemText(slice.error.cause) : null}
        onRetry={slice.reload}
        emptyText={t(show === 'waiting' ? 'driver_accounts_none_waiting' : 'driver_accounts_none')}
        actions={(account) => [actionFor(account)]}
        onRow={({ id }) => set('driver', id)}
        hasMore={slice.hasMore}
        loadingMore={slice.loadingMore}
        onMore={slice.loadMore}
        onClearFilter={show === 'approved' || asked ? clear : undefined}
        toolbar={
          <DriversToolbar
            show={show}
            onShow={(next) => set('show', next)}
            waiting={slice.waiting}
            search={search}
            onSearch={(next) => set('search', next)}
          />
        }
      />
      <DriverDrawer account={opened} action={opened && actionFor(opened)} onClose={() => set('driver', null)} />
      {deciding && <ApprovalDialog account={deciding} onClose={() => setDeciding(null)} />}
    </Stack>
  )
}
