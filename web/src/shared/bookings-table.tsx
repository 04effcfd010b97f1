import { mostCounted } from '@wayfare/contract/bookings-filter'
import type { BookingView } from '@wayfare/contract/bookings'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { BookingsSlice } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import type { Layout, RowAction, Sort } from '../ui/data-table-model.ts'
import { useProblemText } from '../ui/dialogs.tsx'
import { ServerTable } from '../ui/server-table.tsx'
import { bookingColumns } from './booking-columns.tsx'
import type { BookingColumn } from './booking-columns.tsx'

/** Rows of a page, as the server gives them unless asked. */
export const bookingsPageSize = 25

export type BookingsTableProps = {
  caption: string
  slice: BookingsSlice
  columns: readonly BookingColumn[]
  onRow: (booking: BookingView) => void
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** filter and order in any form: others begin with their first page */
  asked: string
  layout?: Layout
  actions?: (booking: BookingView) => readonly RowAction[]
  toolbar?: ReactNode
  onClearFilter?: (() => void) | undefined
}

/** Bookings of whoever reads: one table for rider, driver, fleet and admin, paged and put in order by the server. */
export const BookingsTable = ({ caption, slice, columns, onRow, actions, ...rest }: BookingsTableProps) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const shown = useMemo(() => bookingColumns(columns, t, format), [columns, t, format])
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
      error={slice.error.flag ? problemText(slice.error.cause) : null}
      onRetry={slice.reload}
      emptyText={t('no_bookings')}
      actions={withDetails}
      onRow={onRow}
      {...rest}
    />
  )
}
