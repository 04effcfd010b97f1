// Asks before the desk vouches that an e-mail address belongs to a person, or turns off the second step of their sign-in.
import { Alert, Stack, Text } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { dropSecondFactor, verifyPerson } from '@wayfare/contract/people-help'
import type { Person } from '@wayfare/contract/people'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** What may be asked, and its words. */
const helps = {
  verify_person: {
    endpoint: verifyPerson,
    title: 'verify_person_title',
    text: 'verify_person_text',
    label: 'verify_person',
    done: 'verify_person_done',
  },
  drop_factor: {
    endpoint: dropSecondFactor,
    title: 'drop_factor_title',
    text: 'drop_factor_text',
    label: 'drop_factor',
    done: 'drop_factor_done',
  },
}

export type Help = keyof typeof helps

type HelpDialogProps = { person: Person; help: Help; onClose: () => void }

export const HelpDialog = ({ person, help, onClose }: HelpDialogProps) => {
  const t = useT()
  const name = formatPersonName(person)
  const { endpoint, title, text, label, done } = helps[help]
  const action = useWrite(endpoint, { toast: t(done, { name }), stale: [queryKeys.people] })
  const confirm = async () => {
    if (await action.run({ id: person.id })) onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t(title, { name })}
      confirmLabel={t(label)}
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{t(text, { name, email: person.email ?? '' })}</Text>
        {action.refusal && (
          <Alert color="danger" role="alert">
            {action.refusal}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
