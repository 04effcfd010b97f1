import type { DriverOnMap } from '@wayfare/contract/accounts'
import { useMemo } from 'react'
import { useDrivers } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { useProblemText } from '../../ui/dialogs.tsx'
import { stateOf } from './drivers-on-map.ts'

const plate = (text: string | null) => <bdi dir="ltr">{text ?? '–'}</bdi>

/** The same drivers as on the map, as a list. */
export const DriversList = () => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const slice = useDrivers()
  const columns = useMemo<Column<DriverOnMap>[]>(
    () => [
      { id: 'name', header: t('driver'), cell: ({ name }) => name, sort: ({ name }) => name, card: 'title' },
      { id: 'plate', header: t('plate'), cell: ({ vehicleNumber }) => plate(vehicleNumber) },
      { id: 'state', header: t('status'), cell: (driver) => t(`driver_is_${stateOf(driver)}`), sort: stateOf },
      {
        id: 'seen',
        header: t('driver_seen'),
        cell: ({ seenAt }) => (seenAt === null ? '–' : format.time(seenAt)),
        sort: ({ seenAt }) => seenAt ?? 0,
      },
    ],
    [t, format],
  )
  return (
    <DataTable
      caption={t('drivers_title')}
      columns={columns}
      rows={slice.data}
      rowKey={({ id }) => id}
      loading={slice.loading}
      error={slice.error.flag ? problemText(slice.error.cause) : null}
      onRetry={slice.reload}
      emptyText={t('drivers_none')}
    />
  )
}
