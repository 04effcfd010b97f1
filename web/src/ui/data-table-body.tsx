// The rows of a table as a table: native cells, sort buttons in the heads, details and inputs in their place.
import { ActionIcon, Loader } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { findOpening, type Column, type RowAction, type RowEditing, type Sort } from './data-table-model.ts'
import { RowActionsMenu } from './row-actions-menu.tsx'
import styles from './data-table.module.css'
import { useText } from './text.ts'
import { makeRowKeys } from './use-table-keys.ts'

export type RowsProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  actions: ((row: Row) => readonly RowAction[]) | undefined
  onRow: ((row: Row) => void) | undefined
  /** what is inside a row, shown below it when it is opened */
  renderDetail: ((row: Row) => ReactNode) | undefined
  /** keys of the rows whose details are open */
  opened: ReadonlySet<string>
  onOpen: (key: string) => void
  /** the row that is being saved */
  busyKey: string | null
  editing: RowEditing | null
  dense: boolean
}

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

/** The mark stays with the last word, however many lines the header takes. */
const SortHeader = ({ words, mark }: { words: readonly string[]; mark: string }) => (
  <>
    {words.slice(0, -1).map((word) => `${word} `)}
    <span className={styles.whole}>
      {words.at(-1)} <span aria-hidden>{mark}</span>
    </span>
  </>
)

/** The way to a row by keyboard; a click anywhere on the row does the same. */
export const RowButton = ({ children, onOpen }: { children: ReactNode; onOpen: () => void }) => (
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

/** What can be done with a row, or that it is being saved. */
export const RowEnd = ({
  actions,
  busy,
  compact = false,
}: {
  actions: readonly RowAction[]
  busy: boolean
  compact?: boolean
}) => {
  const t = useText()
  return busy ? <Loader size="sm" aria-label={t('table_saving')} /> : <RowActionsMenu actions={actions} compact={compact} />
}

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  hasDetail: boolean
  hasEnd: boolean
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

function TableHead<Row>({ columns, hasDetail, hasEnd, sort, onSort }: HeadProps<Row>) {
  const t = useText()
  return (
    <thead>
      <tr>
        {hasDetail && (
          <th scope="col">
            <span className="wf-hidden">{t('table_details')}</span>
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-align={column.align ?? 'start'}
            {...(column.sort ? { 'aria-sort': ariaSort(sort, column.id) } : {})}
          >
            {column.sort ? (
              <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.id))}>
                <SortHeader words={column.header.split(' ')} mark={sortMark(sort, column.id)} />
              </button>
            ) : (
              column.header
            )}
          </th>
        ))}
        {hasEnd && (
          <th scope="col" className={styles.end}>
            <span className="wf-hidden">{t('table_actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type EditRowProps = {
  columns: readonly { id: string }[]
  editing: RowEditing
  hasDetail: boolean
  rest?: (at: number) => ReactNode
}

/** A row whose cells are inputs. */
const EditRow = ({ columns, editing, hasDetail, rest }: EditRowProps) => (
  <>
    <tr data-editing>
      {hasDetail && <td />}
      {columns.map(({ id }, at) => (
        <td key={id}>{editing.cell(id) ?? rest?.(at)}</td>
      ))}
      <td data-align="actions">{editing.buttons}</td>
    </tr>
    {editing.note && (
      <tr data-editing>
        <td colSpan={columns.length + (hasDetail ? 2 : 1)}>{editing.note}</td>
      </tr>
    )}
  </>
)

type DetailToggleProps = { id: string; opened: boolean; onToggle: () => void }

const DetailToggle = ({ id, opened, onToggle }: DetailToggleProps) => {
  const t = useText()
  return (
    <ActionIcon
      variant="subtle"
      color="neutral"
      size="lg"
      className={styles.toggle}
      aria-label={t('table_details')}
      aria-expanded={opened}
      aria-controls={opened ? id : undefined}
      onClick={onToggle}
    >
      {opened ? <IconChevronDown size={18} aria-hidden /> : <IconChevronRight size={18} className="wf-flip" aria-hidden />}
    </ActionIcon>
  )
}

type CellsProps<Row> = Pick<RowsProps<Row>, 'columns' | 'onRow'> & { row: Row }

function Cells<Row>({ row, columns, onRow }: CellsProps<Row>) {
  return columns.map((column, index) => (
    <td key={column.id} data-align={column.align ?? 'start'}>
      {index === 0 && onRow ? <RowButton onOpen={() => onRow(row)}>{column.cell(row)}</RowButton> : column.cell(row)}
    </td>
  ))
}

type RowProps<Row> = Omit<RowsProps<Row>, 'rows' | 'caption' | 'editing' | 'dense'> & {
  row: Row
  hasEnd: boolean
  compact: boolean
}

function TableRow<Row>({ row, columns, hasEnd, actions, onRow, renderDetail, ...props }: RowProps<Row>) {
  const key = props.rowKey(row)
  const isOpened = renderDetail !== undefined && props.opened.has(key)
  const isBusy = props.busyKey === key
  const id = `detail-${key}`
  const onDetail = renderDetail && (() => props.onOpen(key))
  return (
    <Fragment>
      <tr
        {...makeRowKeys(findOpening(row, { onRow, onDetail, actions }))}
        data-clickable={onRow ? true : undefined}
        aria-busy={isBusy || undefined}
        onClick={onRow && (() => onRow(row))}
        data-row={key}
      >
        {renderDetail && (
          <td className={styles.toggleCell}>
            <DetailToggle id={id} opened={isOpened} onToggle={() => props.onOpen(key)} />
          </td>
        )}
        <Cells row={row} columns={columns} onRow={onRow} />
        {hasEnd && (
          <td data-align="actions" className={styles.end} onClick={(event) => event.stopPropagation()}>
            <RowEnd actions={actions?.(row) ?? []} busy={isBusy} compact={props.compact} />
          </td>
        )}
      </tr>
      {isOpened && (
        <tr className={styles.detail} id={id}>
          <td colSpan={columns.length + 1 + (hasEnd ? 1 : 0)}>{renderDetail(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}

type TableBodyProps<Row> = RowsProps<Row> & Pick<HeadProps<Row>, 'sort' | 'onSort'>

export function TableBody<Row>({ rows, caption, sort, onSort, editing, dense, ...props }: TableBodyProps<Row>) {
  const { columns } = props
  const hasEnd = props.actions !== undefined || editing !== null
  const hasDetail = props.renderDetail !== undefined
  const compact = dense && props.onRow !== undefined
  const drawn = (row: Row) => {
    const key = props.rowKey(row)
    if (editing?.key !== key) return <TableRow key={key} row={row} hasEnd={hasEnd} compact={compact} {...props} />
    return <EditRow key={key} columns={columns} editing={editing} hasDetail={hasDetail} rest={(at) => columns[at]?.cell(row)} />
  }
  return (
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table} data-dense={dense || undefined}>
        <caption className="wf-hidden">{caption}</caption>
        <TableHead columns={columns} hasDetail={hasDetail} hasEnd={hasEnd} sort={sort} onSort={onSort} />
        <tbody>
          {rows.map(drawn)}
          {editing?.key === null && <EditRow columns={columns} editing={editing} hasDetail={hasDetail} />}
        </tbody>
      </table>
    </section>
  )
}
