// Asks by name before a person goes, and says what goes with them and what stays.
import { Alert, List, Stack, Switch, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatPersonName } from '@wayfare/core/accounts'
import { removeUser } from '@wayfare/contract/people-edit'
import type { Person } from '@wayfare/contract/people'
import { useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { longEnough } from '../../ui/at-least.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import '../../ui/switch-styles.ts'

const tall = { body: { minHeight: 'var(--wf-touch)', alignItems: 'center' } }

type RemovePersonDialogProps = { person: Person; onRemoved: () => void; onClose: () => void }

/** What the server asks to be agreed to, once it has refused without. */
type Agreement = { forfeit?: boolean; releaseDrivers?: boolean }

const useRemoving = ({ person, onRemoved, onClose }: RemovePersonDialogProps) => {
  const t = useT()
  const client = useQueryClient()
  const write = useWrite(removeUser, { within: longEnough, toast: t('person_removed', { name: formatPersonName(person) }) })
  const [agreed, setAgreed] = useState<Agreement>({})
  const remove = async () => {
    if (!(await write.run({ id: person.id, ...agreed }))) return
    onRemoved()
    onClose()
    // not before whoever is gone is no longer looked at
    await client.invalidateQueries({ queryKey: queryKeys.people })
  }
  return { ...write, remove, agreed, agree: (part: Agreement) => setAgreed({ ...agreed, ...part }) }
}

export const RemovePersonDialog = (props: RemovePersonDialogProps) => {
  const t = useT()
  const { busy, cause, refusal, remove, agreed, agree } = useRemoving(props)
  const name = formatPersonName(props.person)
  const { key, details } = isCallError(cause) ? cause : { key: null, details: null }
  const busyWith = details?.['paymentId'] ? 'delete_open_payment' : 'person_remove_busy'
  return (
    <ConfirmDialog
      opened
      danger
      title={t('table_remove_title', { name })}
      confirmLabel={t('table_remove')}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <List spacing={6}>
          <List.Item>{t('person_remove_data', { name })}</List.Item>
          <List.Item>{t('person_remove_kept')}</List.Item>
          <List.Item>{t('person_remove_out')}</List.Item>
        </List>
        <Text>{t('table_remove_text')}</Text>
        {refusal && (
          <Alert color="danger" role="alert">
            {key === 'conflict' ? t(busyWith) : refusal}
          </Alert>
        )}
        {(key === 'balance_not_zero' || agreed.forfeit) && (
          <Switch
            label={t('person_remove_forfeit')}
            checked={agreed.forfeit ?? false}
            onChange={(event) => agree({ forfeit: event.currentTarget.checked })}
            styles={tall}
          />
        )}
        {(key === 'fleet_not_empty' || agreed.releaseDrivers) && (
          <Switch
            label={t('person_remove_release')}
            checked={agreed.releaseDrivers ?? false}
            onChange={(event) => agree({ releaseDrivers: event.currentTarget.checked })}
            styles={tall}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
