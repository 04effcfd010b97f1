// Asks before a person is let in or kept out; what the server refuses is said here.
import { Alert, Stack, Text } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { setApproval } from '@wayfare/contract/people-edit'
import type { Person } from '@wayfare/contract/people'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblem, useProblemText } from '../../ui/dialogs.tsx'
import type { Translator } from '../../ui/text.ts'
import { useHandedLink } from './use-handed-link.ts'

type Words = { title: string; text: string; label: string; done: string }

const ofDrivers: Record<'give' | 'take', Words> = {
  give: { title: 'driver_approve_title', text: 'driver_approve_text', label: 'driver_approve', done: 'driver_now_approved' },
  take: { title: 'driver_withdraw_title', text: 'driver_withdraw_text', label: 'driver_withdraw', done: 'driver_now_waiting' },
}

const ofOthers: Record<'give' | 'take', Words> = {
  give: { title: 'person_unblock_title', text: 'person_unblock_text', label: 'person_unblock', done: 'person_now_unblocked' },
  take: { title: 'person_block_title', text: 'person_block_text', label: 'person_block', done: 'person_now_blocked' },
}

const wordsOf = ({ userType, approved }: Person): Words =>
  (userType === 'driver' ? ofDrivers : ofOthers)[approved ? 'take' : 'give']

/** A driver who is let in is told so by mail, where one leaves. */
const explain = (t: Translator, person: Person): string => {
  const { text } = wordsOf(person)
  const name = formatPersonName(person)
  if (text !== 'driver_approve_text') return t(text, { name })
  return person.mail === 'none' ? t('driver_approve_no_mail', { name }) : chooseMailText(t, text, person.mail, { name })
}

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

export const ApprovalDialog = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const t = useT()
  const problem = useProblem()
  const handOver = useHandedLink('invitation')
  const { title, label, done } = wordsOf(person)
  const name = formatPersonName(person)
  const action = useWrite(setApproval, { toast: t(done, { name }), stale: [queryKeys.people] })
  const confirm = async () => {
    const answer = await action.run({ id: person.id, approved: !person.approved })
    if (!answer) return
    onClose()
    // whom a mail would have invited gets a link from the desk
    if (answer.approved && answer.invitation === 'unsent') await handOver(answer).catch(problem)
  }
  return (
    <ConfirmDialog
      opened
      title={t(title, { name })}
      confirmLabel={t(label)}
      danger={person.approved}
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <Text>{explain(t, person)}</Text>
        {person.userType === 'rider' && person.approved && <Text>{t('person_block_bookings')}</Text>}
        {action.cause !== null && <Refused cause={action.cause} />}
      </Stack>
    </ConfirmDialog>
  )
}
