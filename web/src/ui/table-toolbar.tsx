// What stands above the rows of a list: search, filters, columns, export and a way to add one.
import { ActionIcon, Alert, Button, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconFileDownload, IconLock, IconPlus, IconSearch } from '@tabler/icons-react'
import { ColumnsMenu } from './columns-menu.tsx'
import type { Layout } from './data-table-model.ts'
import styles from './data-table.module.css'
import { useText } from './text.ts'

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
  onExport?: () => void
  exporting?: boolean
  /** ways to a file, in place of the one button */
  exports?: ReactNode
  locked: string | null
  add: { label: string; onAdd: () => void; disabled?: boolean } | null
}

type ExportButtonProps = { locked: string | null; busy: boolean; onExport: () => void }

const ExportButton = ({ locked, busy, onExport }: ExportButtonProps) => {
  const t = useText()
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={t('table_export')}
      title={locked ? t('demo_mode') : t('table_export')}
      disabled={Boolean(locked)}
      loading={busy}
      onClick={onExport}
    >
      <IconFileDownload {...icon} />
    </ActionIcon>
  )
}

export const TableToolbar = ({
  bare = false,
  caption,
  search,
  searchLabel,
  onSearch,
  filters,
  columns,
  layout,
  onLayout,
  onExport,
  exporting = false,
  exports,
  locked,
  add,
}: TableToolbarProps) => {
  const t = useText()
  const addButton = add && (
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
  if (bare)
    return (
      <div className={styles.tools}>
        <Text fw={600}>{caption}</Text>
        <div className={styles.toolsEnd}>{addButton}</div>
      </div>
    )
  return (
    <>
      {locked && (
        <Alert color="warn" icon={<IconLock size={20} aria-hidden />} title={t('demo_mode')}>
          {locked}
        </Alert>
      )}
      <div className={styles.tools}>
        <TextInput
          className={styles.search ?? ''}
          type="search"
          size="md"
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          aria-label={searchLabel ?? t('table_search')}
          placeholder={searchLabel ?? t('table_search')}
          leftSection={<IconSearch {...icon} />}
          styles={{ input: { minHeight: 44 } }}
        />
        <div className={styles.toolsEnd}>
          {filters}
          <ColumnsMenu columns={columns} layout={layout} onLayout={onLayout} />
          {exports}
          {onExport && <ExportButton locked={locked} busy={exporting} onExport={onExport} />}
          {addButton}
        </div>
      </div>
    </>
  )
}
