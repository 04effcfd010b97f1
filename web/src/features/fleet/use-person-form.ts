// A person in a form: what is typed, what is wrong, and the saving, with the licence after the person it belongs to.
import { formatPersonName } from '@wayfare/core/accounts'
import { setLicense, createPerson, updatePerson } from '@wayfare/contract/people-edit'
import { getPerson, type Person } from '@wayfare/contract/people'
import { findDialCode } from '@wayfare/core/dial-codes'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { callEndpoint, isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { chooseMailText } from '../../shared/mail-text.ts'
import { personLabels } from '../../shared/person-labels.ts'
import { useChosenPhoto } from '../../shared/use-chosen-photo.ts'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import type { Translator } from '../../ui/text.ts'
import { useForm, type FormState } from '../../ui/use-form.ts'
import { useNotify } from '../../ui/use-notify.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import {
  checkPerson,
  makeNewPerson,
  makePersonChange,
  makePersonDraft,
  type DraftField,
  type PersonDraft,
  type PersonFormContext,
} from './person-form.ts'
import { useHandedLink } from './use-handed-link.ts'

export const fieldLabels: Readonly<Record<DraftField, string>> = {
  ...personLabels,
  country: 'country',
  approved: 'status',
  invite: 'person_invite',
}

const useGround = (userType: Person['userType']): PersonFormContext => {
  const { me } = useSession()
  const settings = useSettings().data ?? defaultSettings
  return { userType, viewer: me?.userType ?? 'fleetadmin', hasBank: settings.bankFields, country: settings.country }
}

/** How people read a field: what is kept as an id has the name that one of the people gives it. */
const describe = (field: DraftField, draft: PersonDraft, people: readonly (Person | null)[]): string => {
  if (field === 'country') return `+${findDialCode(draft.country) ?? ''}`
  const value = draft[field]
  if (field === 'carType') return people.find((one) => one?.carType === value)?.carTypeName ?? String(value)
  if (field === 'fleetAdmin') return people.find((one) => one?.fleetAdmin === value)?.fleetAdminName ?? String(value)
  return typeof value === 'string' ? value : ''
}

/** As it is saved now; null when it is gone. */
const readPerson = (id: Person['id']): Promise<Person | null> =>
  callEndpoint(getPerson, { id }).then(
    ({ person }) => person,
    (cause: unknown) => {
      if (isCallError(cause) && cause.key === 'not_found') return null
      throw cause
    },
  )

/** The server names what is wrong by field. */
const problemsIn = (cause: unknown, draft: PersonDraft): Partial<Record<DraftField, string>> => {
  if (!isCallError(cause)) return {}
  const { field, problems = [] } = (cause.details ?? {}) as { field?: unknown; problems?: unknown }
  const all = Array.isArray(problems) ? (problems as { field?: unknown; key?: unknown }[]) : []
  const named = [...all, { field, key: cause.key }].filter((one) => typeof one.field === 'string' && one.field in draft)
  return Object.fromEntries(named.map((one) => [one.field, one.key]))
}

/** Who is on a trip would be signed out by another address or number, with a passenger in the car. */
const isBusy = (cause: unknown): boolean => isCallError(cause) && cause.key === 'conflict'

const busyProblems = (draft: PersonDraft, person: Person, ground: PersonFormContext): Partial<Record<DraftField, string>> => {
  const change = makePersonChange(draft, person, ground)
  const touched = (['email', 'mobile'] as const).filter((field) => field in change)
  return Object.fromEntries(touched.map((field) => [field, 'person_contact_busy']))
}

/** `invited`: who was to be invited when added; where no mail leaves, it is done by hand. */
const addedText = (t: Translator, name: string, invited: Person | undefined): string =>
  invited === undefined || invited.invitation === 'unsent'
    ? t('person_added', { name })
    : chooseMailText(t, 'person_added_invited', invited.mail, { name })

const stale = { stale: [queryKeys.people] }

const usePersonSaving = (ground: PersonFormContext, person: Person | null, onSaved: () => void) => {
  const t = useT()
  const notify = useNotify()
  const work = useRowWork()
  const [create, update] = [useWrite(createPerson, stale), useWrite(updatePerson, stale)]
  const putLicense = useWrite(setLicense, stale)
  const license = useChosenPhoto()
  const handOver = useHandedLink('invitation')
  const [added, setAdded] = useState<Person | null>(null)
  const send = async (draft: PersonDraft, before: Person | null): Promise<Person> => {
    const change = before && makePersonChange(draft, before, ground)
    const saved = change ? await update.send(change) : await create.send(makeNewPerson(draft, ground))
    // whatever becomes of the photo, the person is there: the next try changes this one
    if (before === null) setAdded(saved)
    if (license.photo) await putLicense.send({ id: saved.id }, license.photo.image)
    return saved
  }
  const save = async (draft: PersonDraft, before: Person | null, onFailed: (cause: unknown) => void) => {
    const made: { person?: Person } = {}
    const isDone = await work.run('form', async () => void (made.person = await send(draft, before)), onFailed)
    if (!isDone) return
    const isByHand = person === null && draft.invite && made.person?.invitation === 'unsent'
    const name = formatPersonName(draft)
    notify(person ? t('person_saved', { name }) : addedText(t, name, draft.invite ? made.person : undefined))
    onSaved()
    if (isByHand && made.person) await handOver(made.person).catch(onFailed)
  }
  return { busy: work.busyKey !== null, added, license, save }
}

export const usePersonForm = (userType: Person['userType'], first: Person | null, onSaved: () => void) => {
  const t = useT()
  const ground = useGround(userType)
  const form: FormState<PersonDraft> = useForm(makePersonDraft(first, ground), {
    check: (draft) => checkPerson(draft, person, ground),
    send: (draft) => saving.save(draft, person, edited.refuse),
    refused: (_key, draft, cause) => (person && isBusy(cause) ? busyProblems(draft, person, ground) : problemsIn(cause, draft)),
  })
  const saving = usePersonSaving(ground, first, onSaved)
  const [theirs, setTheirs] = useState<Person | null>(null)
  const edited = useEditedRow(
    form,
    {
      first,
      draftOf: (row: Person) => makePersonDraft(row, ground),
      read: async (row: Person) => {
        const now = await readPerson(row.id)
        setTheirs(now)
        return now
      },
    },
    (field, draft) => ({ label: t(fieldLabels[field]), text: describe(field, draft, [theirs, first]) }),
  )
  const person = saving.added ?? edited.row
  return { ground, form, person, contest: edited.contest, license: saving.license, busy: saving.busy }
}

export type PersonForm = ReturnType<typeof usePersonForm>
