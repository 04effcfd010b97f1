// What can be done, as a button beside a row's details. One that cannot be used says why below it.
import { Button, Text } from '@mantine/core'
import { useId } from 'react'
import type { RowAction } from '../../ui/data-table-model.ts'

type ActionButtonProps = { action: RowAction; variant?: 'filled' | 'default' | 'outline' }

export const ActionButton = ({ action, variant = 'filled' }: ActionButtonProps) => {
  const id = useId()
  return (
    <div>
      <Button
        size="md"
        fullWidth
        variant={variant}
        {...(action.color ? { color: action.color } : {})}
        leftSection={action.icon}
        disabled={Boolean(action.disabledReason)}
        aria-describedby={action.disabledReason ? id : undefined}
        onClick={action.onClick}
      >
        {action.label}
      </Button>
      {action.disabledReason && (
        <Text id={id} size="sm" c="dimmed" mt={4}>
          {action.disabledReason}
        </Text>
      )}
    </div>
  )
}
