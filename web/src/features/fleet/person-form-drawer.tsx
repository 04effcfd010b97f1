// A person as a form beside the table: a new one of this role, or one that is there.
import { formatPersonName } from '@wayfare/core/accounts'
import type { Person } from '@wayfare/contract/people'
import { useT } from '../../i18n/provider.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import { DriverFields } from './driver-fields.tsx'
import type { PeopleKind } from './people-kinds.ts'
import { PersonFields } from './person-fields.tsx'
import { usePersonForm } from './use-person-form.ts'

/** `person`: null is a new one. */
type PersonFormDrawerProps = { kind: PeopleKind; person: Person | null; onClose: () => void }

export const PersonFormDrawer = ({ kind, person, onClose }: PersonFormDrawerProps) => {
  const t = useT()
  const form = usePersonForm(kind.userType, person, onClose)
  const { busy } = form
  return (
    <FormDrawer title={t(person ? kind.words.edit : kind.words.add)} form={form.form} busy={busy} onClose={onClose}>
      {form.contest && (
        <RowChangedNote {...form.contest} name={formatPersonName(form.form.draft)} busy={busy} onMine={form.form.submit} />
      )}
      <PersonFields form={form} />
      {kind.userType === 'driver' && <DriverFields form={form} />}
    </FormDrawer>
  )
}
