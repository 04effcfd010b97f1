// Asks before a driver is let in or kept out; what the server refuses is said here.
import { notifications } from '@mantine/notifications'
import { Alert, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { approveDriver } from '@wayfare/contract/accounts-register'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useAction } from '../../shared/use-action.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { nameOf } from './driver-columns.tsx'

const words = {
  approve: {
    title: 'driver_approve_title',
    text: 'driver_approve_text',
    label: 'driver_approve',
    done: 'driver_now_approved',
  },
  withdraw: {
    title: 'driver_withdraw_title',
    text: 'driver_withdraw_text',
    label: 'driver_withdraw',
    done: 'driver_now_waiting',
  },
} as const

const Refused = ({ cause }: { cause: unknown }) => {
  const t = useT()
  const problemText = useProblemText()
  const isOnTrip = isCallError(cause) && cause.key === 'conflict'
  return (
    <Alert color="danger" role="alert">
      {isOnTrip ? t('driver_withdraw_busy') : problemText(cause)}
    </Alert>
  )
}

export const ApprovalDialog = ({ account, onClose }: { account: DriverAccount; onClose: () => void }) => {
  const t = useT()
  const client = useQueryClient()
  const action = useAction(approveDriver)
  const { title, text, label, done } = account.approved ? words.withdraw : words.approve
  const name = nameOf(account)
  const confirm = async () => {
    const answer = await action.run({ id: account.id, approved: !account.approved })
    await client.invalidateQueries({ queryKey: queryKeys.driverAccounts })
    if (!answer) return
    notifications.show({ message: t(done, { name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t(title, { name })}
      confirmLabel={t(label)}
      danger={account.approved}
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <Text>{t(text, { name })}</Text>
        {action.cause !== null && <Refused cause={action.cause} />}
      </Stack>
    </ConfirmDialog>
  )
}
