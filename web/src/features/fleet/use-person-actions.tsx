// What may be done with one person, why not where it may not, and the questions before it is done.
import { IconCheck, IconMailForward, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { formatPersonName } from '@wayfare/core/accounts'
import { invitePerson } from '@wayfare/contract/people-help'
import type { Person } from '@wayfare/contract/people'
import { removeUser } from '@wayfare/contract/people-edit'
import { Suspense, useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useMayCall } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useAlert, useProblem } from '../../ui/dialogs.tsx'
import { useRowWork } from '../../ui/use-row-work.ts'
import { peopleKinds } from './people-kinds.ts'
import { getInviteWord } from './person-words.tsx'
import { useHandedLink } from './use-handed-link.ts'
import { usePersonHelp } from './use-person-help.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const ApprovalDialog = makeLazyPart(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)
const RemovePersonDialog = makeLazyPart(async () => (await import('./remove-person-dialog.tsx')).RemovePersonDialog)

const icon = { size: 16, 'aria-hidden': true } as const

/** Why neither letting in nor keeping out nor deleting: the lock, oneself, or somebody on a trip. */
const reasonAgainst = ({ self, approved, queue }: Person, isLocked: boolean, busyKey: string): string | null => {
  if (isLocked) return 'demo_mode'
  if (self) return 'not_yourself'
  return approved && queue ? busyKey : null
}

/** The keys of why something may not be done with a person; null where it may. */
const reasonsOf = (person: Person, isLocked: boolean) => {
  const isShut = isLocked && !peopleKinds[person.userType].isOpen
  return {
    edit: isShut ? 'demo_mode' : null,
    approval: reasonAgainst(person, isLocked, 'driver_withdraw_busy'),
    remove: reasonAgainst(person, isLocked, 'person_remove_busy'),
    invite: isShut ? 'demo_mode' : null,
  }
}

const approvalWordOf = ({ userType, approved }: Person): string => {
  if (userType === 'driver') return approved ? 'driver_withdraw' : 'driver_approve'
  return approved ? 'person_block' : 'person_unblock'
}

const useInviting = () => {
  const t = useT()
  const alert = useAlert()
  const problem = useProblem()
  const work = useRowWork()
  const { send } = useWrite(invitePerson, {
    toast: (person) => chooseMailText(t, 'invitation_sent_to', person.mail, { name: formatPersonName(person) }),
    stale: [queryKeys.people],
  })
  const handOver = useHandedLink('invitation')
  const invite = async (person: Person) => {
    const name = formatPersonName(person)
    const refuse = (cause: unknown) =>
      isCallError(cause) && cause.key === 'conflict'
        ? alert(t('invitation_needless', { name }), { title: t('invitation_needless_title') })
        : problem(cause)
    const deed = person.invitation === 'unsent' ? () => handOver(person) : () => send({ id: person.id })
    await work.run(person.id, deed, refuse)
  }
  return { busyKey: work.busyKey, invite }
}

export const usePersonActions = (edit: (person: Person) => void, onRemoved: () => void) => {
  const t = useT()
  const mayCall = useMayCall()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const [asked, setAsked] = useState<{ about: 'approval' | 'remove'; person: Person } | null>(null)
  const { busyKey, invite } = useInviting()
  const help = usePersonHelp()
  const close = () => setAsked(null)
  const actionsOf = (person: Person): readonly RowAction[] => {
    const reasons = reasonsOf(person, isLocked)
    const reason = (key: string | null) => key && t(key)
    const all: (RowAction | false)[] = [
      {
        label: t('table_edit'),
        icon: <IconPencil {...icon} />,
        onClick: () => edit(person),
        disabledReason: reason(reasons.edit),
      },
      {
        label: t(approvalWordOf(person)),
        icon: person.approved ? <IconX {...icon} /> : <IconCheck {...icon} />,
        color: person.approved ? 'danger' : 'primary',
        disabledReason: reason(reasons.approval),
        onClick: () => setAsked({ about: 'approval', person }),
      },
      person.invitation !== 'none' && {
        label: t(getInviteWord(person)),
        icon: <IconMailForward {...icon} />,
        disabledReason: reason(reasons.invite),
        onClick: () => void invite(person),
      },
      ...help.helpOf(person, isLocked),
      mayCall(removeUser) && {
        label: t('table_remove'),
        icon: <IconTrash {...icon} />,
        color: 'danger',
        disabledReason: reason(reasons.remove),
        onClick: () => setAsked({ about: 'remove', person }),
      },
    ]
    return all.filter((one) => one !== false)
  }
  const dialogs = (asked || help.dialog) && (
    <Suspense fallback={null}>
      {asked?.about === 'approval' && <ApprovalDialog person={asked.person} onClose={close} />}
      {asked?.about === 'remove' && <RemovePersonDialog person={asked.person} onRemoved={onRemoved} onClose={close} />}
      {help.dialog}
    </Suspense>
  )
  return { actionsOf, busyKey: busyKey ?? help.busyKey, dialogs }
}
