import { isTimeSort, mostCounted } from '@wayfare/contract/bookings-filter'
import type { BookingView } from '@wayfare/contract/bookings'
import { useMemo, type ReactNode } from 'react'
import type { BookingsSlice } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import type { Column, Layout, RowAction, Sort } from '../ui/data-table-model.ts'
import { ServerTable } from '../ui/server-table.tsx'
import { bookingColumns, type BookingColumn } from './booking-columns.tsx'

/** Rows of a page, as the server gives them unless asked. */
export const bookingsPageSize = 25

type BookingsTableProps = {
  caption: string
  slice: BookingsSlice
  columns: readonly BookingColumn[]
  onRow: (booking: BookingView) => void
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** what is searched for is in the order of time: other columns have no sort button */
  isSearched?: boolean
  /** filter and order in any form: others begin with their first page */
  asked: string
  layout?: Layout
  actions?: (booking: BookingView) => readonly RowAction[]
  toolbar?: ReactNode
  onClearFilter?: (() => void) | undefined
}

const withoutSort = ({ sort: _sort, ...column }: Column<BookingView>): Column<BookingView> => column

/** Bookings of whoever reads: one table for rider, driver, fleet and admin, paged and put in order by the server. */
export const BookingsTable = ({ caption, slice, columns, onRow, actions, isSearched = false, ...rest }: BookingsTableProps) => {
  const t = useT()
  const format = useFormat()
  const shown = useMemo(() => {
    const all = bookingColumns(columns, t, format)
    return isSearched ? all.map((column) => (isTimeSort(column.id) ? column : withoutSort(column))) : all
  }, [columns, t, format, isSearched])
  const withDetails = (booking: BookingView): readonly RowAction[] => [
    { label: t('booking_details'), onClick: () => onRow(booking) },
    ...(actions?.(booking) ?? []),
  ]
  return (
    <ServerTable
      caption={caption}
      columns={shown}
      source={slice}
      pageSize={bookingsPageSize}
      most={mostCounted}
      rowKey={({ id }) => id}
      emptyText={t('no_bookings')}
      actions={withDetails}
      onRow={onRow}
      {...rest}
    />
  )
}
