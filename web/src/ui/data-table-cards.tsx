// The rows of a table on a narrow screen: a card each, with its title, its state, a few facts and what can be done.
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { RowButton, RowEnd, type RowsProps } from './data-table-body.tsx'
import { findOpening, type Column, type RowEditing } from './data-table-model.ts'
import styles from './data-table.module.css'
import { useText } from './text.ts'
import { makeRowKeys } from './use-table-keys.ts'

type EditCardProps<Row> = { columns: readonly Column<Row>[]; editing: RowEditing }

function EditCard<Row>({ columns, editing }: EditCardProps<Row>) {
  return (
    <li className={styles.card} data-editing>
      <div className={styles.inputs}>
        {columns.map(({ id }) => {
          const input = editing.cell(id)
          return input && <div key={id}>{input}</div>
        })}
      </div>
      {editing.note}
      <div className={styles.editButtons}>{editing.buttons}</div>
    </li>
  )
}

type CardProps<Row> = Omit<RowsProps<Row>, 'rows' | 'caption' | 'editing' | 'dense'> & { row: Row }

function TableCard<Row>({ row, columns, actions, onRow, renderDetail, ...props }: CardProps<Row>) {
  const t = useText()
  const key = props.rowKey(row)
  const isOpened = renderDetail !== undefined && props.opened.has(key)
  const isBusy = props.busyKey === key
  // one whose title is put away is opened by its first column
  const title = columns.some(({ card }) => card === 'title') ? null : columns[0]
  const partOf = (column: Column<Row>) => (column === title ? 'title' : (column.card ?? 'fact'))
  const of = (part: Column<Row>['card']) => columns.filter((column) => partOf(column) === part)
  const facts = of('fact')
  const onDetail = renderDetail && (() => props.onOpen(key))
  return (
    <li
      {...makeRowKeys(findOpening(row, { onRow, onDetail, actions }))}
      className={styles.card}
      data-clickable={onRow ? true : undefined}
      aria-busy={isBusy || undefined}
      data-row={key}
    >
      <div className={styles.cardHead}>
        <div className={styles.cardName}>
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
        </div>
        {actions && <RowEnd actions={actions(row)} busy={isBusy} />}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts} onClick={onRow && (() => onRow(row))}>
          {facts.map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {renderDetail && (
        <Button
          variant="subtle"
          color="neutral"
          size="md"
          mt="xs"
          fullWidth
          aria-expanded={isOpened}
          rightSection={isOpened ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
          onClick={() => props.onOpen(key)}
        >
          {t('table_details')}
        </Button>
      )}
      {isOpened && <div className={styles.cardDetail}>{renderDetail(row)}</div>}
    </li>
  )
}

export function TableCards<Row>({ rows, caption, editing, dense: _dense, ...props }: RowsProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row) => {
        const key = props.rowKey(row)
        if (editing?.key === key) return <EditCard key={key} columns={props.columns} editing={editing} />
        return <TableCard key={key} row={row} {...props} />
      })}
      {editing?.key === null && <EditCard columns={props.columns} editing={editing} />}
    </ul>
  )
}
