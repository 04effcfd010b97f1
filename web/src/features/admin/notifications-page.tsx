// Notices of the desk to many: drafts, what is going out, and the history.
import { Stack } from '@mantine/core'
import { campaignStates } from '@wayfare/core/campaigns'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import { campaignSorts, exportCampaigns } from '@wayfare/contract/messages-campaigns'
import { Suspense, useMemo } from 'react'
import { callFile } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { isAnyText, oneOf, useAddressView } from '../../shared/use-address-view.ts'
import { formatSort, sortText } from '../../ui/data-table-model.ts'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { ServerTable } from '../../ui/server-table.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { useLayout } from '../../ui/use-layout.ts'
import { makeNotificationColumns } from './notification-columns.tsx'
import { notificationsPageSize, useNotifications } from './use-notifications.ts'
import { useNotificationWork } from './use-notification-work.tsx'
import { useTableGround } from './use-table-ground.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const NotificationDrawer = makeLazyPart(async () => (await import('./notification-drawer.tsx')).NotificationDrawer)
const NotificationDetail = makeLazyPart(async () => (await import('./notification-detail.tsx')).NotificationDetail)

/** What may stand in the address. */
const fields = { state: oneOf(campaignStates), search: isAnyText, sort: oneOf(campaignSorts) }

export const NotificationsPage = () => {
  const t = useT()
  const format = useFormat()
  const { view, settled: filter, change, clear } = useAddressView(fields)
  const slice = useNotifications(filter)
  const { isLocked, state: ground } = useTableGround('notifications', slice)
  const columns = useMemo(() => makeNotificationColumns(t, format), [t, format])
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
        sort={formatSort(view.sort)}
        onSort={(sort) => change({ sort: sortText(sort) })}
        asked={JSON.stringify(filter)}
        rowKey={({ id }) => id}
        emptyText={t('no_data')}
        onRow={work.open}
        actions={work.actions}
        busyKey={work.busyKey}
        onClearFilter={filter.state || filter.search ? clear : undefined}
        toolbar={
          <>
            <TableToolbar
              caption={t('nav_notifications')}
              search={view.search ?? ''}
              searchLabel={t('notification_search')}
              onSearch={(search) => change({ search })}
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
              value={view.state ?? null}
              onChange={(state) => change({ state })}
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
