// What can be done with one row: a single action is a button, more are a menu.
import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import type { RowAction } from './data-table-model.ts'
import { useText } from './text.ts'

/** One that has many words stands on two lines, so that the row keeps its room for what it says. */
const longLabel = {
  root: { flexShrink: 0, height: 'auto', minHeight: 26, paddingBlock: 4 },
  label: { width: 'max-content', maxWidth: '6.5em', whiteSpace: 'normal', textWrap: 'balance', lineHeight: 1.3 },
} as const

/** Words stand below each other, with a mark before them or without. */
const noIcon = <span style={{ inlineSize: 16 }} />

const SingleAction = ({ action }: { action: RowAction }) => {
  const reason = useId()
  return (
    <>
      <Button
        size="compact-sm"
        data-row-action
        variant="light"
        color={action.color ?? 'neutral'}
        styles={longLabel}
        leftSection={action.icon}
        disabled={Boolean(action.disabledReason)}
        title={action.disabledReason ?? undefined}
        aria-describedby={action.disabledReason ? reason : undefined}
        onClick={action.onClick}
      >
        {action.label}
      </Button>
      {action.disabledReason && (
        <span id={reason} hidden>
          {action.disabledReason}
        </span>
      )}
    </>
  )
}

/** `compact`: a single one is in the menu, too, where a press on the row does as much. */
export const RowActionsMenu = ({ actions, compact = false }: { actions: readonly RowAction[]; compact?: boolean }) => {
  const t = useText()
  const target = useRef<HTMLButtonElement>(null)
  const [first] = actions
  const hasIcons = actions.some(({ icon }) => icon !== undefined)
  if (!first) return null
  if (actions.length === 1 && !compact) return <SingleAction action={first} />
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ref={target} variant="default" size="lg" aria-label={t('table_actions')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown maw="min(340px, calc(100vw - 24px))">
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            {...(action.color ? { color: action.color } : {})}
            leftSection={action.icon ?? (hasIcons && noIcon)}
            disabled={Boolean(action.disabledReason)}
            mih="var(--wf-touch)"
            onClick={() => {
              // a dialog that opens now gives the focus back to what stays
              target.current?.focus()
              action.onClick()
            }}
          >
            {action.label}
            {action.disabledReason && (
              <Text size="xs" c="dimmed">
                {action.disabledReason}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
