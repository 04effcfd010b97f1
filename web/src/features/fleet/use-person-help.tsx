// What the desk offers a person who cannot come in alone: its word for the address, a link for a new password, and no second step.
import { IconKey, IconMailCheck, IconShieldOff } from '@tabler/icons-react'
import { verifyPerson } from '@wayfare/contract/people-help'
import type { Person } from '@wayfare/contract/people'
import { Suspense, useState } from 'react'
import { useMayCall } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useProblem } from '../../ui/dialogs.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import type { Help } from './help-dialog.tsx'
import { useHandedLink } from './use-handed-link.ts'

const HelpDialog = makeLazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog)

const icon = { size: 16, 'aria-hidden': true } as const

export const usePersonHelp = () => {
  const t = useT()
  const problem = useProblem()
  const mayHelp = useMayCall()(verifyPerson)
  const work = useRowWork()
  const handOver = useHandedLink('reset')
  const [asked, setAsked] = useState<{ person: Person; help: Help } | null>(null)
  const helpOf = (person: Person, isLocked: boolean): readonly RowAction[] => {
    const hasAddress = person.email !== null || person.contactHidden
    if (!mayHelp || !hasAddress) return []
    const disabledReason = isLocked ? t('demo_mode') : null
    const all: (RowAction | false)[] = [
      !person.emailVerified && {
        label: t('verify_person'),
        icon: <IconMailCheck {...icon} />,
        disabledReason,
        onClick: () => setAsked({ person, help: 'verify_person' }),
      },
      // whoever is to be invited by hand has a link for that
      person.invitation !== 'unsent' && {
        label: t('reset_link'),
        icon: <IconKey {...icon} />,
        disabledReason: person.self ? t('not_yourself') : disabledReason,
        onClick: () => void work.run(person.id, () => handOver(person), problem),
      },
      person.secondFactor && {
        label: t('drop_factor'),
        icon: <IconShieldOff {...icon} />,
        disabledReason: person.self ? t('not_yourself') : disabledReason,
        onClick: () => setAsked({ person, help: 'drop_factor' }),
      },
    ]
    return all.filter((one) => one !== false)
  }
  const dialog = asked && (
    <Suspense fallback={null}>
      <HelpDialog {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  )
  return { helpOf, busyKey: work.busyKey, dialog }
}
