import { Alert, Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { Payment } from '@wayfare/contract/payments'
import { useFormat, useT } from '../../i18n/provider.tsx'

type PayButtonProps = { payment: Payment; loading: boolean; disabled: boolean; onClick: () => void }

export const PayButton = ({ payment, loading, disabled, onClick }: PayButtonProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <Button
      size="lg"
      fullWidth
      loading={loading}
      disabled={disabled}
      onClick={onClick}
      leftSection={<IconLock size={18} aria-hidden />}
    >
      {t('pay_amount', { amount: format.exactMoney(payment.amount) })}
    </Button>
  )
}

type FieldsFailureProps = { failed: boolean; wrong: string | null; onRetry: () => void }

/** The fields did not come, or the provider did not like what was written in them. */
export const FieldsFailure = ({ failed, wrong, onRetry }: FieldsFailureProps) => {
  const t = useT()
  if (!failed && wrong === null) return null
  return (
    <Alert color="danger" role="alert">
      {failed ? t('card_fields_failed') : wrong}
      {failed && (
        <Button mt="sm" display="block" variant="default" onClick={onRetry}>
          {t('try_again')}
        </Button>
      )}
    </Alert>
  )
}
