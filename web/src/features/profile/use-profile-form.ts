// One form of the profile: what was typed, what is wrong with it, and saving it after a proof where one is wanted.
import type { Me } from '@wayfare/contract/accounts'
import { updateProfile } from '@wayfare/contract/people-profile'
import { useState, type FormEvent } from 'react'
import { isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import {
  listProfileChanges,
  listProfileProblems,
  listRefusedFields,
  toStoredText,
  type Draft,
  type Problems,
  type ProfileField,
} from './profile-form.ts'
import { useProved } from '../../shared/proving.tsx'
import { focusFirst } from '../../shared/focus-first.ts'

type ProfileForm = {
  /** name, value, change and error of an input */
  field: (name: ProfileField) => {
    name: ProfileField
    value: string
    onChange: (event: { currentTarget: { value: string } }) => void
    error: string | undefined
  }
  submit: (event: FormEvent<HTMLFormElement>) => void
  busy: boolean
}

export const useProfileForm = (me: Me, fields: readonly ProfileField[]): ProfileForm => {
  const t = useT()
  const country = useSettings().data?.country ?? ''
  const { send, busy } = useWrite(updateProfile, { within: useProved(), toast: t('profile_updated') })
  const problem = useProblem()
  const [draft, setDraft] = useState<Draft>({})
  const [problems, setProblems] = useState<Problems>({})
  const names = { firstName: toStoredText(me, 'firstName'), lastName: toStoredText(me, 'lastName') }
  const save = async (changes: Draft, show: (found: Problems) => void) => {
    try {
      await send({ ...names, ...changes })
      setDraft({})
    } catch (cause) {
      const found = isCallError(cause) ? listRefusedFields(cause.key, changes) : {}
      if (Object.keys(found).length === 0) return problem(cause)
      show(found)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const show = (found: Problems) => {
      setProblems(found)
      // a field that waited for the answer cannot take the cursor before it is drawn again
      setTimeout(() => focusFirst(form, found))
    }
    void listProfileChanges(me, draft, country).then((changes) => {
      const found = listProfileProblems(me, fields, changes)
      show(found)
      return Object.keys(found).length === 0 ? save(changes, show) : undefined
    })
  }
  const field: ProfileForm['field'] = (name) => ({
    name,
    value: draft[name] ?? toStoredText(me, name),
    onChange: ({ currentTarget: { value } }) => {
      setDraft((now) => ({ ...now, [name]: value }))
      setProblems(({ [name]: _mended, ...rest }) => rest)
    },
    error: problems[name] && t(problems[name]),
  })
  return { field, submit, busy }
}
