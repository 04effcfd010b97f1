// Which withdrawals one looks at: all of them, those that wait, or those that were paid out.
import { Chip, Group } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import styles from '../../ui/data-table.module.css'

export type WithdrawState = 'waiting' | 'processed'

export type WithdrawStateChipsProps = { state: WithdrawState | null; onState: (state: WithdrawState | null) => void }

export const WithdrawStateChips = ({ state, onState }: WithdrawStateChipsProps) => {
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
