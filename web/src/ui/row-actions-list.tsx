// The menu of what can be done with one row.
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import type { RowAction } from './data-table-model.ts'
import { useText } from './text.ts'

/** Words stand below each other, with a mark before them or without. */
const noIcon = <span style={{ inlineSize: 16 }} />

/** `isAsked`: its button was pressed before the menu was there. */
export const RowActionsList = ({ actions, isAsked }: { actions: readonly RowAction[]; isAsked: boolean }) => {
  const t = useText()
  const target = useRef<HTMLButtonElement>(null)
  const hasIcons = actions.some(({ icon }) => icon !== undefined)
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={isAsked}>
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
