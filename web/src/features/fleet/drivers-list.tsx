import { Anchor } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import type { DriverOnMap } from '@wayfare/contract/accounts'
import { dutyStates, getDutyState } from '@wayfare/core/dispatch'
import type { UserId } from '@wayfare/core/ids'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useDrivers } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useNow } from '../../shared/use-now.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'

/** More rows than this are for the page of drivers. */
const mostShown = 50
const AGAIN_MS = 10_000

const plate = (text: string | null) => <bdi dir="ltr">{text ?? '–'}</bdi>

/** Those who are out first. */
const ordered = (drivers: readonly DriverOnMap[], now: number): DriverOnMap[] =>
  drivers
    .toSorted((a, b) => dutyStates.indexOf(getDutyState(a, now)) - dutyStates.indexOf(getDutyState(b, now)))
    .slice(0, mostShown)

/** The same drivers as on the map, as a list. */
export const DriversList = ({ onDriver }: { onDriver: (id: UserId) => void }) => {
  const t = useT()
  const format = useFormat()
  const slice = useDrivers()
  const now = useNow(AGAIN_MS)
  const rows = useMemo(() => slice.data && ordered(slice.data, now), [slice.data, now])
  const others = (slice.data?.length ?? 0) - (rows?.length ?? 0)
  const columns = useMemo<Column<DriverOnMap>[]>(
    () => [
      { id: 'name', header: t('driver'), cell: ({ name }) => name, sort: ({ name }) => name, card: 'title' },
      { id: 'plate', header: t('plate'), cell: ({ vehicleNumber }) => plate(vehicleNumber) },
      {
        id: 'state',
        header: t('status'),
        cell: (driver) => t(`driver_is_${getDutyState(driver, now)}`),
        sort: (driver) => getDutyState(driver, now),
      },
      {
        id: 'seen',
        header: t('driver_seen'),
        cell: ({ seenAt }) => (seenAt === null ? '–' : format.time(seenAt)),
        sort: ({ seenAt }) => seenAt ?? 0,
      },
    ],
    [t, format, now],
  )
  return (
    <>
      <DataTable
        caption={t('drivers_title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        actions={({ id }) => [{ label: t('driver_show'), icon: <IconId size={16} aria-hidden />, onClick: () => onDriver(id) }]}
        reading={slice}
        emptyText={t('drivers_none')}
      />
      {others > 0 && (
        <Anchor component={Link} to="/drivers" py={12} display="inline-block">
          {t('drivers_more', { count: others })}
        </Anchor>
      )}
    </>
  )
}
