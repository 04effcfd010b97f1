// Asks before the desk vouches that an e-mail address belongs to a person.
import { Alert, Stack, Text } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { verifyPerson } from '@wayfare/contract/people-help'
import type { Person } from '@wayfare/contract/people'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export const VerifyPersonDialog = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const t = useT()
  const name = formatPersonName(person)
  const action = useWrite(verifyPerson, { toast: t('verify_person_done', { name }), stale: [queryKeys.people] })
  const confirm = async () => {
    if (await action.run({ id: person.id })) onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('verify_person_title')}
      confirmLabel={t('verify_person')}
      busy={action.busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{t('verify_person_text', { name, email: person.email ?? '' })}</Text>
        {action.refusal && (
          <Alert color="danger" role="alert">
            {action.refusal}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
