// One table for every list: native cells, all states, cards on narrow screens.
import { useMediaQuery } from '@mantine/hooks'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { sortRows } from './data-table-model.ts'
import type { Column, RowAction, Sort } from './data-table-model.ts'
import { RowActionsMenu } from './row-actions-menu.tsx'
import styles from './data-table.module.css'
import { useText } from './text.ts'

export type { Column, RowAction } from './data-table-model.ts'

export type DataTableProps<Row> = {
  /** what the table lists, for those who cannot see it */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | null
  rowKey: (row: Row) => string
  loading?: boolean
  /** the text of a failure; the rows are then empty */
  error?: string | null
  onRetry?: () => void
  emptyText: string
  emptyAction?: ReactNode
  /** set while a filter hides everything */
  onClearFilter?: (() => void) | undefined
  actions?: (row: Row) => readonly RowAction[]
  onRow?: (row: Row) => void
  hasMore?: boolean
  loadingMore?: boolean
  onMore?: () => void
  /** search and filters above the rows */
  toolbar?: ReactNode
}

const narrow = '(max-width: 47.99em)'

const nextSort = (now: Sort | null, column: string): Sort | null => {
  if (now?.column !== column) return { column, down: false }
  return now.down ? null : { column, down: true }
}

const ariaSort = (sort: Sort | null, column: string) => {
  if (sort?.column !== column) return 'none'
  return sort.down ? 'descending' : 'ascending'
}

const sortMark = (sort: Sort | null, column: string): string => {
  if (sort?.column !== column) return '↕'
  return sort.down ? '↓' : '↑'
}

/** The way to a row by keyboard; a click anywhere on the row does the same. */
const RowButton = ({ children, onOpen }: { children: ReactNode; onOpen: () => void }) => (
  <button
    type="button"
    className={styles.open}
    onClick={(event) => {
      event.stopPropagation()
      onOpen()
    }}
  >
    {children}
  </button>
)

type BodyProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'actions' | 'onRow' | 'caption'> & {
  rows: readonly Row[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

function TableBody<Row>({ columns, rows, rowKey, actions, onRow, caption, sort, onSort }: BodyProps<Row>) {
  const t = useText()
  return (
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption className={styles.hidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-align={column.align ?? 'start'}
                {...(column.sort ? { 'aria-sort': ariaSort(sort, column.id) } : {})}
              >
                {column.sort ? (
                  <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.id))}>
                    {column.header} <span aria-hidden>{sortMark(sort, column.id)}</span>
                  </button>
                ) : (
                  column.header
                )}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className={styles.hidden}>{t('table_actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-clickable={onRow ? true : undefined} onClick={onRow && (() => onRow(row))}>
              {columns.map((column, index) => (
                <td key={column.id} data-align={column.align ?? 'start'}>
                  {index === 0 && onRow ? <RowButton onOpen={() => onRow(row)}>{column.cell(row)}</RowButton> : column.cell(row)}
                </td>
              ))}
              {actions && (
                <td data-align="end" onClick={(event) => event.stopPropagation()}>
                  <RowActionsMenu actions={actions(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TableCards<Row>({ columns, rows, rowKey, actions, onRow, caption }: Omit<BodyProps<Row>, 'sort' | 'onSort'>) {
  const of = (part: Column<Row>['card']) => columns.filter((column) => (column.card ?? 'fact') === part)
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles.card} data-clickable={onRow ? true : undefined}>
          <div className={styles.cardHead}>
            <div className={styles.cardTitle}>
              {of('title').map((column) =>
                onRow ? (
                  <RowButton key={column.id} onOpen={() => onRow(row)}>
                    {column.cell(row)}
                  </RowButton>
                ) : (
                  <div key={column.id}>{column.cell(row)}</div>
                ),
              )}
            </div>
            {of('status').map((column) => (
              <div key={column.id}>{column.cell(row)}</div>
            ))}
            {actions && <RowActionsMenu actions={actions(row)} />}
          </div>
          <dl className={styles.facts} onClick={onRow && (() => onRow(row))}>
            {of('fact').map((column) => (
              <div key={column.id}>
                <dt>{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const Skeletons = () => (
  <div className={styles.skeletons} aria-hidden>
    {[0, 1, 2, 3, 4].map((line) => (
      <div key={line} className={styles.skeleton} />
    ))}
  </div>
)

type NoteProps = Pick<DataTableProps<never>, 'error' | 'onRetry' | 'emptyText' | 'emptyAction' | 'onClearFilter'>

const NoRows = ({ error, onRetry, emptyText, emptyAction, onClearFilter }: NoteProps) => {
  const t = useText()
  if (error) {
    return (
      <Stack align="center" className={styles.note} role="alert">
        <Text>{error}</Text>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('try_again')}
          </Button>
        )}
      </Stack>
    )
  }
  return (
    <Stack align="center" className={styles.note}>
      <Text c="dimmed">{onClearFilter ? t('table_no_match') : emptyText}</Text>
      {onClearFilter ? (
        <Button variant="default" onClick={onClearFilter}>
          {t('table_clear_filter')}
        </Button>
      ) : (
        emptyAction
      )}
    </Stack>
  )
}

type FooterProps = { busy: boolean; count: number; hasMore: boolean; loadingMore: boolean; onMore: (() => void) | undefined }

const TableFooter = ({ busy, count, hasMore, loadingMore, onMore }: FooterProps) => {
  const t = useText()
  const rows = count > 0 && t(hasMore ? 'table_rows_more' : 'table_rows', { count })
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        {busy ? t('loading') : rows}
      </Text>
      {hasMore && onMore && (
        <Button variant="default" loading={loadingMore} onClick={onMore}>
          {t('table_more')}
        </Button>
      )}
    </Group>
  )
}

function TableRows<Row>({ sort, onSort, ...body }: BodyProps<Row>) {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  return isNarrow ? <TableCards {...body} /> : <TableBody {...body} sort={sort} onSort={onSort} />
}

export function DataTable<Row>({ loading = false, hasMore = false, loadingMore = false, ...props }: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(null)
  const { columns, rows } = props
  const sorted = useMemo(() => sortRows(rows ?? [], columns, sort), [columns, rows, sort])
  const isBusy = loading && sorted.length === 0
  const isEmpty = !isBusy && sorted.length === 0
  return (
    <Stack gap="sm">
      {props.toolbar}
      {isBusy && <Skeletons />}
      {isEmpty && <NoRows {...props} />}
      {sorted.length > 0 && (
        <TableRows
          columns={columns}
          rows={sorted}
          rowKey={props.rowKey}
          caption={props.caption}
          actions={props.actions}
          onRow={props.onRow}
          sort={sort}
          onSort={setSort}
        />
      )}
      <TableFooter busy={isBusy} count={sorted.length} hasMore={hasMore} loadingMore={loadingMore} onMore={props.onMore} />
    </Stack>
  )
}
