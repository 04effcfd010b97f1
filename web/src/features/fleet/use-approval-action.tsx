// What may be done about one driver's approval, and why not where it may not.
import { IconCheck, IconX } from '@tabler/icons-react'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'

export const useApprovalAction = (decide: (account: DriverAccount) => void): ((account: DriverAccount) => RowAction) => {
  const t = useT()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  return (account) => {
    const isBusy = account.approved && account.queue
    return {
      label: t(account.approved ? 'driver_withdraw' : 'driver_approve'),
      icon: account.approved ? <IconX size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />,
      color: account.approved ? 'danger' : 'primary',
      disabledReason: isLocked ? t('demo_mode') : isBusy ? t('driver_withdraw_busy') : null,
      onClick: () => decide(account),
    }
  }
}
