// A person as a form holds one, what is wrong with it, and what is sent: a whole new one, or what was changed.
import type { Person } from '@wayfare/contract/people'
import type { createPerson, updatePerson } from '@wayfare/contract/people-edit'
import type { InputOf } from '@wayfare/contract/endpoint'
import type { Role } from '@wayfare/core/accounts'
import { findDialCode, phoneCountries, splitMobile } from '@wayfare/core/dial-codes'
import { bankFields, mayWriteField, vehicleFields } from '@wayfare/core/people'
import { listPersonProblems } from '@wayfare/core/people-checks'
import { parseMobile } from '@wayfare/core/phones'
import { asId } from '@wayfare/core/ids'
import { toLatinDigits } from '../../shared/code-text.ts'

const contactFields = ['email', 'country', 'mobile'] as const
const driverTexts = [...vehicleFields, 'otherInfo'] as const
const accountTexts = ['firstName', 'lastName', 'email', 'mobile'] as const
const textFields = [...accountTexts, ...driverTexts, ...bankFields] as const
type TextField = (typeof textFields)[number]

/** `mobile` is what was typed behind the dial code of `country`; carType and fleetAdmin are ids, empty for none. */
export type PersonDraft = Record<TextField | 'country' | 'carType' | 'fleetAdmin', string> & {
  approved: boolean
  invite: boolean
}

export type DraftField = keyof PersonDraft
type PersonProblems = Partial<Record<DraftField, string>>

/** Who writes about whom, and which fields there are then. */
export type PersonFormContext = {
  userType: Role
  viewer: Role
  hasBank: boolean
  /** of the operator: what a number begins with unless another is chosen */
  country: string
}

const blank = Object.fromEntries(textFields.map((field) => [field, ''])) as Record<TextField, string>

/** Several countries share a dial code: the operator's own comes first. */
const countryOf = (dialCode: string, own: string): string =>
  findDialCode(own) === dialCode ? own : (phoneCountries.find((country) => findDialCode(country) === dialCode) ?? own)

export const makePersonDraft = (person: Person | null, { country }: Pick<PersonFormContext, 'country'>): PersonDraft => {
  if (person === null) return { ...blank, country, carType: '', fleetAdmin: '', approved: true, invite: true }
  const texts = textFields.map((field) => [field, person[field] ?? ''])
  const phone = splitMobile(person.mobile ?? '')
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    country: phone ? countryOf(phone.dialCode, country) : country,
    mobile: phone?.digits ?? person.mobile ?? '',
    carType: person.carType ?? '',
    fleetAdmin: person.fleetAdmin ?? '',
    approved: person.approved,
    invite: false,
  }
}

/** In its stored spelling; what is no number of that country stays as it was typed. */
const wholeMobile = ({ country, mobile }: PersonDraft): string => {
  const typed = toLatinDigits(mobile.trim())
  return parseMobile(findDialCode(country) ?? '', typed) ?? typed
}

const textOf = (draft: PersonDraft, field: TextField): string => (field === 'mobile' ? wholeMobile(draft) : draft[field].trim())

/** The fields that this form has: no bank and no fleet of another's for a fleet admin, no vehicle but for drivers. */
const fieldsOf = ({ userType, viewer, hasBank }: PersonFormContext): readonly TextField[] => {
  if (userType !== 'driver') return accountTexts
  const bank = hasBank ? bankFields : []
  return ([...accountTexts, ...driverTexts, ...bank] as const).filter((field) => mayWriteField(viewer, field))
}

const wasTouched = (before: PersonDraft, draft: PersonDraft, field: DraftField): boolean => {
  if (field === 'mobile' || field === 'country') return wholeMobile(before) !== wholeMobile(draft)
  return before[field] !== draft[field]
}

const isVehicle = (field: DraftField): boolean => ([...vehicleFields, 'carType'] as DraftField[]).includes(field)

/** The keys of what is wrong, by field. Of one who is there already, only what was touched is asked. */
export const checkPerson = (draft: PersonDraft, person: Person | null, ground: PersonFormContext): PersonProblems => {
  const typed = Object.fromEntries(textFields.map((field) => [field, textOf(draft, field)]))
  const found = listPersonProblems(ground.userType, { ...typed, carType: draft.carType })
  const before = person && makePersonDraft(person, ground)
  const touchesVehicle =
    before !== null && ([...vehicleFields, 'carType'] as const).some((field) => wasTouched(before, draft, field))
  const counts = (field: DraftField) => before === null || (isVehicle(field) ? touchesVehicle : wasTouched(before, draft, field))
  return Object.fromEntries(found.filter(({ field }) => counts(field)).map(({ field, key }) => [field, key]))
}

type Links = { carType?: Person['carType']; fleetAdmin?: Person['fleetAdmin'] }

const linksOf = ({ carType, fleetAdmin }: PersonDraft, { userType, viewer }: PersonFormContext): Links => {
  if (userType !== 'driver') return {}
  const type = carType === '' ? null : asId<'carType'>(carType)
  if (!mayWriteField(viewer, 'fleetAdmin')) return { carType: type }
  return { carType: type, fleetAdmin: fleetAdmin === '' ? null : asId<'user'>(fleetAdmin) }
}

export const makeNewPerson = (draft: PersonDraft, ground: PersonFormContext): InputOf<typeof createPerson> => ({
  userType: ground.userType,
  ...(Object.fromEntries(fieldsOf(ground).map((field) => [field, textOf(draft, field)])) as Pick<
    PersonDraft,
    'firstName' | 'lastName' | 'email'
  >),
  ...linksOf(draft, ground),
  approved: draft.approved,
  invite: draft.invite,
})

/** What differs from the person as it was read. */
export const makePersonChange = (draft: PersonDraft, person: Person, ground: PersonFormContext): InputOf<typeof updatePerson> => {
  const before = makePersonDraft(person, ground)
  const texts = fieldsOf(ground).filter((field) => wasTouched(before, draft, field))
  const links = Object.entries(linksOf(draft, ground)).filter(([field]) => wasTouched(before, draft, field as keyof Links))
  return {
    id: person.id,
    version: person.version,
    ...Object.fromEntries(texts.map((field) => [field, textOf(draft, field)])),
    ...Object.fromEntries(links),
  }
}

/** Fields that cannot be written: what is hidden, and the address an admin was added with. */
export const isFixed = (field: DraftField, person: Person | null): boolean => {
  if (person === null) return false
  if ((contactFields as readonly string[]).includes(field) && person.contactHidden) return true
  return field === 'email' && person.userType === 'admin'
}
