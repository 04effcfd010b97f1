// What stands above the bookings of the desk: views, search, filters, columns and the export.
import { Stack } from '@mantine/core'
import { exportBookings } from '@wayfare/contract/bookings-desk'
import { toCityTime } from '@wayfare/core/city-time'
import { callFile } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { useCityZone } from '../../shared/trip-date-field.tsx'
import { isSameView, viewText } from '../../shared/use-address-view.ts'
import { useNow } from '../../shared/use-now.ts'
import type { Layout } from '../../ui/data-table-model.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TableToolbar } from '../../ui/table-toolbar.tsx'
import { bookingFields, countFilters, defaultViews } from './bookings-view.ts'
import { SavedViews } from './saved-views.tsx'
import type { useBookingsView } from './use-bookings-view.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const BookingsFilters = makeLazyPart(
  async () => (await import('./bookings-filters.tsx')).BookingsFilters,
  <Spinner tall={false} />,
)

type BookingsToolbarProps = {
  look: ReturnType<typeof useBookingsView>
  columns: readonly { id: string; header: string }[]
  layout: Layout
  onLayout: (layout: Layout) => void
}

const Exports = ({ look: { question } }: Pick<BookingsToolbarProps, 'look'>) => {
  const today = toCityTime(useNow(60_000), useCityZone()).slice(0, 10)
  const asked = { scope: question.scope, ...question.filter }
  return <ExportMenu name={`bookings-${today}`} fetchFile={(format) => callFile(exportBookings, { ...asked, format })} />
}

export const BookingsToolbar = ({ look, columns, layout, onLayout }: BookingsToolbarProps) => {
  const t = useT()
  const count = countFilters(look.view)
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  return (
    <Stack gap="sm">
      <SavedViews
        table="bookings"
        defaults={defaultViews}
        query={viewText(bookingFields, look.view)}
        isSame={(query) => isSameView(bookingFields, look.view, query)}
        onOpen={look.open}
        layout={layout}
        onLayout={onLayout}
      />
      <TableToolbar
        caption={t('nav_bookings')}
        search={look.view.search ?? ''}
        searchLabel={t('bookings_search')}
        onSearch={(search) => look.change({ search })}
        filters={{
          count,
          fields: <BookingsFilters view={look.view} onChange={look.change} />,
          onClear: count > 0 ? look.clear : undefined,
        }}
        columns={columns}
        layout={layout}
        onLayout={onLayout}
        exports={<Exports look={look} />}
        locked={isLocked ? t('bookings_locked') : null}
      />
    </Stack>
  )
}
