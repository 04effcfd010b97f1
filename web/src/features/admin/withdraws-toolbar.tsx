// Above the withdrawals: search, state, which columns, and the export.
import { ActionIcon, Alert, Chip, Group, TextInput } from '@mantine/core'
import { IconFileDownload, IconLock, IconSearch } from '@tabler/icons-react'
import { useT } from '../../i18n/provider.tsx'
import { ColumnsMenu } from '../../ui/columns-menu.tsx'
import type { ColumnsMenuProps } from '../../ui/columns-menu.tsx'
import styles from '../../ui/data-table.module.css'

export type WithdrawState = 'waiting' | 'processed'

const icon = { size: 18, 'aria-hidden': true } as const

type StateChipsProps = { state: WithdrawState | null; onState: (state: WithdrawState | null) => void }

const StateChips = ({ state, onState }: StateChipsProps) => {
  const t = useT()
  return (
    <Chip.Group value={state ?? 'all'} onChange={(value) => onState(value === 'waiting' || value === 'processed' ? value : null)}>
      <Group gap={8} role="group" aria-label={t('withdraw_processed_head')}>
        <Chip value="all" variant="outline" classNames={{ label: styles.chip ?? '' }}>
          {t('bookings_all')}
        </Chip>
        <Chip value="waiting" variant="outline" classNames={{ label: styles.chip ?? '' }}>
          {t('withdraw_waiting')}
        </Chip>
        <Chip value="processed" variant="outline" classNames={{ label: styles.chip ?? '' }}>
          {t('withdraw_paid')}
        </Chip>
      </Group>
    </Chip.Group>
  )
}

type WithdrawsToolbarProps = StateChipsProps &
  ColumnsMenuProps & {
    search: string
    onSearch: (search: string) => void
    onExport: () => void
    exporting: boolean
    locked: boolean
  }

export const WithdrawsToolbar = ({ search, onSearch, onExport, exporting, locked, ...props }: WithdrawsToolbarProps) => {
  const t = useT()
  const { columns, layout, onLayout } = props
  return (
    <>
      {locked && (
        <Alert color="warn" icon={<IconLock size={20} aria-hidden />} title={t('demo_mode')}>
          {t('withdraws_locked')}
        </Alert>
      )}
      <div className={styles.tools}>
        <TextInput
          className={styles.search ?? ''}
          type="search"
          size="md"
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          aria-label={t('withdraw_search')}
          placeholder={t('withdraw_search')}
          leftSection={<IconSearch {...icon} />}
          styles={{ input: { minHeight: 44 } }}
        />
        <div className={styles.toolsEnd}>
          <ColumnsMenu columns={columns} layout={layout} onLayout={onLayout} />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('table_export')}
            title={locked ? t('demo_mode') : t('table_export')}
            disabled={locked}
            loading={exporting}
            onClick={onExport}
          >
            <IconFileDownload {...icon} />
          </ActionIcon>
        </div>
      </div>
      <StateChips state={props.state} onState={props.onState} />
    </>
  )
}
