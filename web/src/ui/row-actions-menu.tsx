// What can be done with one row: a single action is a button, more are a menu, which is fetched with the first row that has one.
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import type { RowAction } from './data-table-model.ts'
import { useText } from './text.ts'
import { makeLazyPart } from './lazy-part.ts'

/** One that has many words stands on two lines, so that the row keeps its room for what it says. */
const longLabel = {
  root: { flexShrink: 0, height: 'auto', minHeight: 26, paddingBlock: 4 },
  label: { width: 'max-content', maxWidth: '6.5em', whiteSpace: 'normal', textWrap: 'balance', lineHeight: 1.3 },
} as const

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

const ActionsList = makeLazyPart(async () => (await import('./row-actions-list.tsx')).RowActionsList)

/** `compact`: a single one is in the menu, too, where a press on the row does as much. */
export const RowActionsMenu = ({ actions, compact = false }: { actions: readonly RowAction[]; compact?: boolean }) => {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const [first] = actions
  if (!first) return null
  if (actions.length === 1 && !compact) return <SingleAction action={first} />
  const button = (
    <ActionIcon variant="default" size="lg" aria-label={t('table_actions')} aria-haspopup="menu" onClick={() => setAsked(true)}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <Suspense fallback={button}>
      <ActionsList actions={actions} isAsked={isAsked} />
    </Suspense>
  )
}
