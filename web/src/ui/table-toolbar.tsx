// What stands above the rows of a list: search, filters, columns, export and a way to add one.
import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { IconLock, IconPlus, IconSearch } from '@tabler/icons-react'
import { ColumnsMenu } from './columns-menu.tsx'
import type { Layout } from './data-table-model.ts'
import styles from './data-table.module.css'
import { FilterButton, FilterPanel } from './filter-panel.tsx'
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
  /** what narrows the list, behind a button that says how many are set */
  filters?: { count: number; fields: ReactNode; /** set while there is something to clear */ onClear: (() => void) | undefined }
  /** what else stands beside the search */
  tools?: ReactNode
  columns: readonly { id: string; header: string }[]
  /** without one the columns cannot be chosen */
  layout?: Layout
  onLayout?: (layout: Layout) => void
  /** the way to a file */
  exports?: ReactNode
  locked?: string | null
  add?: { label: string; onAdd: () => void; disabled?: boolean } | null
}

type AddProps = { add: NonNullable<TableToolbarProps['add']>; bare: boolean }

const AddButton = ({ add, bare }: AddProps) => (
  <Button
    size={bare ? 'sm' : 'md'}
    mih="var(--wf-touch)"
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
      styles={{ input: { minHeight: 'var(--wf-touch)' } }}
    />
  )
}

/** For a list within a row of another. */
const BareToolbar = ({ caption, add = null }: Pick<TableToolbarProps, 'caption' | 'add'>) => (
  <div className={styles.tools}>
    <Text fw={600}>{caption}</Text>
    <div className={styles.toolsEnd}>{add && <AddButton add={add} bare />}</div>
  </div>
)

const FullToolbar = ({ locked, add = null, filters, layout, onLayout, ...props }: TableToolbarProps) => {
  const t = useText()
  const id = useId()
  const [opened, setOpened] = useState(false)
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
          {filters && <FilterButton count={filters.count} opened={opened} controls={id} onToggle={() => setOpened(!opened)} />}
          {props.tools}
          {layout && onLayout && <ColumnsMenu columns={props.columns} layout={layout} onLayout={onLayout} />}
          {props.exports}
          {add && <AddButton add={add} bare={false} />}
        </div>
      </div>
      {filters && (
        <FilterPanel id={id} opened={opened} onClose={() => setOpened(false)} onClear={filters.onClear}>
          {filters.fields}
        </FilterPanel>
      )}
    </>
  )
}

export const TableToolbar = (props: TableToolbarProps) => (props.bare ? <BareToolbar {...props} /> : <FullToolbar {...props} />)
