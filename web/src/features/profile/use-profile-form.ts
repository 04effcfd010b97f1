// One form of the profile: what was typed, what is wrong with it, and saving it after a proof where one is wanted.
import type { Me } from '@wayfare/contract/accounts'
import { updateProfile } from '@wayfare/contract/people-profile'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProved } from '../../shared/proving.tsx'
import { keepTypedSince } from '../../ui/row-changed.ts'
import { useForm } from '../../ui/use-form.ts'
import {
  listProfileChanges,
  listProfileProblems,
  listRefusedFields,
  toStoredText,
  type Draft,
  type ProfileField,
} from './profile-form.ts'

export const useProfileForm = (me: Me, fields: readonly ProfileField[]) => {
  const country = useSettings().data?.country ?? ''
  const { send } = useWrite(updateProfile, { within: useProved(), toast: useT()('profile_updated') })
  const names = { firstName: toStoredText(me, 'firstName'), lastName: toStoredText(me, 'lastName') }
  const form = useForm<Draft>(
    {},
    {
      check: async (draft) => listProfileProblems(me, fields, await listProfileChanges(me, draft, country)),
      send: async (draft) => {
        await send({ ...names, ...(await listProfileChanges(me, draft, country)) })
        form.change((now) => keepTypedSince(draft, now))
      },
      refused: listRefusedFields,
    },
  )
  const field = (name: ProfileField) => ({ ...form.text(name), value: form.draft[name] ?? toStoredText(me, name) })
  return { form, field }
}
