// Which columns a table shows, in which order, and how close together its rows are.
import { ActionIcon, Checkbox, Popover, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { moveColumn, toggleColumn, type Layout } from './data-table-model.ts'
import styles from './columns-menu.module.css'
import { useText } from './text.ts'

type ColumnsMenuProps = {
  columns: readonly { id: string; header: string }[]
  layout: Layout
  onLayout: (layout: Layout) => void
}

const icon = { size: 18, 'aria-hidden': true } as const

type MoveProps = { label: string; disabled: boolean; up: boolean; onMove: () => void }

const MoveButton = ({ label, disabled, up, onMove }: MoveProps) => (
  <ActionIcon variant="subtle" color="neutral" aria-label={label} disabled={disabled} onClick={onMove}>
    {up ? <IconArrowUp {...icon} /> : <IconArrowDown {...icon} />}
  </ActionIcon>
)

export const ColumnsMenu = ({ columns, layout, onLayout }: ColumnsMenuProps) => {
  const t = useText()
  const shown = layout.order.filter((id) => !layout.hidden.includes(id))
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="default" aria-label={t('table_columns')} title={t('table_columns')}>
          <IconColumns3 {...icon} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table_columns')}>
        <ul className={styles.columns}>
          {layout.order.map((id) => {
            const header = columns.find((column) => column.id === id)?.header ?? id
            const at = shown.indexOf(id)
            return (
              <li key={id}>
                <Checkbox
                  label={header}
                  checked={at !== -1}
                  disabled={at !== -1 && shown.length === 1}
                  onChange={() => onLayout(toggleColumn(layout, id))}
                />
                <MoveButton
                  up
                  label={t('table_column_earlier', { column: header })}
                  disabled={at < 1}
                  onMove={() => onLayout(moveColumn(layout, id, -1))}
                />
                <MoveButton
                  up={false}
                  label={t('table_column_later', { column: header })}
                  disabled={at === -1 || at === shown.length - 1}
                  onMove={() => onLayout(moveColumn(layout, id, 1))}
                />
              </li>
            )
          })}
        </ul>
        <Switch
          label={t('table_dense')}
          checked={layout.dense}
          onChange={(event) => onLayout({ ...layout, dense: event.currentTarget.checked })}
          styles={{ body: { minHeight: 'var(--wf-touch)', alignItems: 'center' } }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
