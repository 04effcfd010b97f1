// Asks before the desk vouches that an e-mail address belongs to a person.
import { Alert, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { verifyPerson } from '@wayfare/contract/accounts-help'
import type { Person } from '@wayfare/contract/accounts-people'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useAction } from '../../shared/use-action.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { useNotify } from '../../ui/use-notify.ts'
import { nameOf } from './person-words.tsx'

export const VerifyPersonDialog = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const t = useT()
  const notify = useNotify()
  const problemText = useProblemText()
  const client = useQueryClient()
  const action = useAction(verifyPerson)
  const name = nameOf(person)
  const confirm = async () => {
    const answer = await action.run({ id: person.id })
    await client.invalidateQueries({ queryKey: queryKeys.people })
    if (!answer) return
    notify(t('verify_person_done', { name }))
    onClose()
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
        {action.cause !== null && (
          <Alert color="danger" role="alert">
            {problemText(action.cause)}
          </Alert>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
