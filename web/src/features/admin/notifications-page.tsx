// Notices of the desk to many: drafts, what is going out, and the history.
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { campaignStates } from '@wayfare/core/campaigns'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { campaignSorts, exportCampaigns } from '@wayfare/contract/messages-campaigns'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { callFile } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { ServerTable } from '../../ui/server-table.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { useLayout } from '../../ui/use-layout.ts'
import { notificationColumns } from './notification-columns.tsx'
import { notificationsPageSize, useNotifications } from './use-notifications.ts'
import { useNotificationWork } from './use-notification-work.tsx'
import { useTableGround } from './use-table-ground.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const NotificationDrawer = lazyPart(() =>
  import('./notification-drawer.tsx').then((all) => ({ default: all.NotificationDrawer })),
)
const NotificationDetail = lazyPart(() =>
  import('./notification-detail.tsx').then((all) => ({ default: all.NotificationDetail })),
)

/** Typed text asks the server once the typing pauses (ms). */
const pauseMs = 250

/** The view is in the address, so that it can be kept and shared. */
const useView = () => {
  const [params, setParams] = useSearchParams()
  const set = (name: 'state' | 'search' | 'sort', value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const state = campaignStates.find((one) => one === params.get('state')) ?? null
  const sort = campaignSorts.find((one) => one === params.get('sort')) ?? null
  return { state, sort, search: params.get('search') ?? '', set, clear: () => setParams({}, { replace: true }) }
}

export const NotificationsPage = () => {
  const t = useT()
  const format = useFormat()
  const { state, sort, search, set, clear } = useView()
  const [asked] = useDebouncedValue(search.trim(), pauseMs)
  const filter = { ...(state ? { state } : {}), ...(asked ? { search: asked } : {}), ...(sort ? { sort } : {}) }
  const slice = useNotifications(filter)
  const { isLocked, state: ground } = useTableGround('notifications', slice)
  const columns = useMemo(() => notificationColumns(t, format), [t, format])
  const { layout, setLayout } = useLayout(ground.keepAs, columns)
  const work = useNotificationWork()
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_notifications')} intro={t('notifications_intro')} />
      <ServerTable
        caption={t('nav_notifications')}
        columns={columns}
        layout={layout}
        source={slice}
        pageSize={notificationsPageSize}
        most={mostCounted}
        sort={sort && { column: sort.replace('-', ''), down: sort.startsWith('-') }}
        onSort={(next) => set('sort', next && `${next.down ? '-' : ''}${next.column}`)}
        asked={JSON.stringify(filter)}
        rowKey={({ id }) => id}
        error={ground.error}
        onRetry={ground.onRetry}
        emptyText={t('no_data')}
        onRow={work.open}
        actions={work.actions}
        busyKey={work.busyKey}
        onClearFilter={state || asked ? clear : undefined}
        toolbar={
          <>
            <TableToolbar
              caption={t('nav_notifications')}
              search={search}
              searchLabel={t('notification_search')}
              onSearch={(next) => set('search', next)}
              columns={columns}
              layout={layout}
              onLayout={setLayout}
              exports={
                <ExportMenu name="notifications" fetchFile={(kind) => callFile(exportCampaigns, { ...filter, format: kind })} />
              }
              locked={isLocked ? t('notifications_locked') : null}
              add={{ label: t('notification_add'), onAdd: work.add }}
            />
            <FilterChips
              label={t('notification_state')}
              options={campaignStates.map((id) => ({ id, label: t(`notification_state_${id}`) }))}
              value={state}
              onChange={(next) => set('state', next)}
            />
          </>
        }
      />
      <Suspense fallback={null}>
        {work.form && <NotificationDrawer key={work.form.key} {...work.form.props} locked={isLocked} />}
        {work.shown && <NotificationDetail key={work.shown.notification.id} {...work.shown} />}
      </Suspense>
      {work.dialog}
    </Stack>
  )
}
