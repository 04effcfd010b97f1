// The filters of a table: beside the search a button that opens them, below the tools on a desktop, as a sheet on a phone.
import { Button, Group, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import styles from './data-table.module.css'
import { useText } from './text.ts'
import { useNarrow } from './use-narrow.ts'
import { DrawerFoot } from './drawer-foot.tsx'
import { Drawer } from './drawer.tsx'

type FilterButtonProps = { count: number; opened: boolean; controls: string; onToggle: () => void }

export const FilterButton = ({ count, opened, controls, onToggle }: FilterButtonProps) => {
  const t = useText()
  return (
    <Button
      variant={count > 0 ? 'light' : 'default'}
      leftSection={<IconFilter size={18} aria-hidden />}
      aria-expanded={opened}
      aria-controls={opened ? controls : undefined}
      onClick={onToggle}
    >
      {count > 0 ? t('table_filters_count', { number: count }) : t('table_filters')}
    </Button>
  )
}

type FilterPanelProps = {
  id: string
  opened: boolean
  onClose: () => void
  /** set while there is something to clear */
  onClear: (() => void) | undefined
  children: ReactNode
}

export const FilterPanel = ({ id, opened, onClose, onClear, children }: FilterPanelProps) => {
  const t = useText()
  const isNarrow = useNarrow()
  const title = useId()
  const clear = onClear && (
    <Button variant="subtle" onClick={onClear}>
      {t('table_clear_filter')}
    </Button>
  )
  if (isNarrow)
    return (
      <Drawer id={id} opened={opened} onClose={onClose} position="bottom" size="auto" title={t('table_filters')}>
        <Stack gap="md">
          {children}
          <DrawerFoot>
            {clear}
            <Button onClick={onClose}>{t('table_filters_show')}</Button>
          </DrawerFoot>
        </Stack>
      </Drawer>
    )
  if (!opened) return null
  return (
    <section id={id} className={styles.filters} aria-labelledby={title}>
      <span id={title} className="wf-hidden">
        {t('table_filters')}
      </span>
      <Stack gap="md">
        {children}
        {clear && <Group>{clear}</Group>}
      </Stack>
    </section>
  )
}
