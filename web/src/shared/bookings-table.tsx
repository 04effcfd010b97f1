import type { BookingView } from '@wayfare/contract/bookings'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { BookingsSlice } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { RowAction } from '../ui/data-table-model.ts'
import { useProblemText } from '../ui/dialogs.tsx'
import { bookingColumns } from './booking-columns.tsx'
import type { BookingColumn } from './booking-columns.tsx'

export type BookingsTableProps = {
  caption: string
  slice: BookingsSlice
  columns: readonly BookingColumn[]
  onRow: (booking: BookingView) => void
  rows?: readonly BookingView[]
  actions?: (booking: BookingView) => readonly RowAction[]
  toolbar?: ReactNode
  emptyAction?: ReactNode
  onClearFilter?: (() => void) | undefined
}

/** Bookings of whoever reads: one table for rider, driver, fleet and admin. */
export const BookingsTable = ({ caption, slice, columns, onRow, rows, actions, ...rest }: BookingsTableProps) => {
  const t = useT()
  const format = useFormat()
  const problemText = useProblemText()
  const shown = useMemo(() => bookingColumns(columns, t, format), [columns, t, format])
  const withDetails = (booking: BookingView): readonly RowAction[] => [
    { label: t('booking_details'), onClick: () => onRow(booking) },
    ...(actions?.(booking) ?? []),
  ]
  return (
    <DataTable
      caption={caption}
      columns={shown}
      rows={rows ?? slice.data}
      rowKey={({ id }) => id}
      loading={slice.loading}
      error={slice.error.flag ? problemText(slice.error.cause) : null}
      onRetry={slice.reload}
      emptyText={t('no_bookings')}
      actions={withDetails}
      onRow={onRow}
      hasMore={slice.hasMore}
      loadingMore={slice.loadingMore}
      onMore={slice.loadMore}
      {...rest}
    />
  )
}
