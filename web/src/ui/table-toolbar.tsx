// What stands above the rows of a list: search, filters, columns, export and a way to add one.
import { Alert, Button, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconLock, IconPlus, IconSearch } from '@tabler/icons-react'
import { ColumnsMenu } from './columns-menu.tsx'
import type { Layout } from './data-table-model.ts'
import styles from './data-table.module.css'
import { useText } from './text.ts'
import { useKeys } from './use-keys.ts'

const icon = { size: 18, 'aria-hidden': true } as const

export type TableToolbarProps = {
  bare?: boolean
  caption: string
  search: string
  /** what can be searched, in words */
  searchLabel?: string
  onSearch: (search: string) => void
  /** the way to the filters */
  filters?: ReactNode
  columns: readonly { id: string; header: string }[]
  layout: Layout
  onLayout: (layout: Layout) => void
  /** the way to a file */
  exports?: ReactNode
  locked: string | null
  add: { label: string; onAdd: () => void; disabled?: boolean } | null
}

type AddProps = { add: NonNullable<TableToolbarProps['add']>; bare: boolean }

const AddButton = ({ add, bare }: AddProps) => (
  <Button
    size={bare ? 'sm' : 'md'}
    mih={44}
    variant={bare ? 'default' : 'filled'}
    leftSection={<IconPlus {...icon} />}
    disabled={add.disabled ?? false}
    data-add
    onClick={add.onAdd}
  >
    {add.label}
  </Button>
)

type SearchProps = { search: string; label: string | undefined; onSearch: (search: string) => void }

/** Escape empties it, and leaves it once it is empty. */
const Search = ({ search, label, onSearch }: SearchProps) => {
  const t = useText()
  return (
    <TextInput
      className={styles.search ?? ''}
      type="search"
      size="md"
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (search === '') event.currentTarget.blur()
        else onSearch('')
      }}
      aria-label={label ?? t('table_search')}
      placeholder={label ?? t('table_search')}
      leftSection={<IconSearch {...icon} />}
      styles={{ input: { minHeight: 44 } }}
    />
  )
}

/** For a list within a row of another. */
const BareToolbar = ({ caption, add }: Pick<TableToolbarProps, 'caption' | 'add'>) => (
  <div className={styles.tools}>
    <Text fw={600}>{caption}</Text>
    <div className={styles.toolsEnd}>{add && <AddButton add={add} bare />}</div>
  </div>
)

const FullToolbar = ({ locked, add, ...props }: TableToolbarProps) => {
  const t = useText()
  useKeys(add && !add.disabled ? [{ keys: 'n', label: add.label, run: add.onAdd }] : [])
  return (
    <>
      {locked && (
        <Alert color="warn" icon={<IconLock size={20} aria-hidden />} title={t('demo_mode')}>
          {locked}
        </Alert>
      )}
      <div className={styles.tools}>
        <Search search={props.search} label={props.searchLabel} onSearch={props.onSearch} />
        <div className={styles.toolsEnd}>
          {props.filters}
          <ColumnsMenu columns={props.columns} layout={props.layout} onLayout={props.onLayout} />
          {props.exports}
          {add && <AddButton add={add} bare={false} />}
        </div>
      </div>
    </>
  )
}

export const TableToolbar = (props: TableToolbarProps) =>
  props.bare ? <BareToolbar caption={props.caption} add={props.add} /> : <FullToolbar {...props} />
