// Phone numbers as they are typed. The rule is fetched when somebody is about to type one: it brings all numbering plans
// (32 kB gzip).
import type * as rule from '@wayfare/core/phones'
import { toLatinDigits } from './code-text.ts'

const load = (): Promise<typeof rule> => import('@wayfare/core/phones')

/** Somebody is about to type a number. */
export const preparePhones = (): void => void load().catch(() => {})

/** Asks the rule; without it (no network) what was typed counts, and the server decides. */
const ask = async <Answer>(question: (phones: typeof rule) => Answer, otherwise: Answer): Promise<Answer> => {
  const phones = await load().catch(() => null)
  return phones === null ? otherwise : question(phones)
}

/** The number in its stored spelling; null when no phone has it. One without a dial code of its own is of `dialCode`. */
export const readMobile = (dialCode: string, typed: string): Promise<string | null> => {
  const text = toLatinDigits(typed.trim())
  return ask<string | null>((phones) => phones.parseMobile(dialCode, text), text)
}

/** What is wrong with the recipient of a parcel. */
export const checkRecipient = (
  person: { name: string; phone: string },
  by: { admin: boolean; dialCode: string },
): Promise<'deliveryDetailMissing' | null> =>
  ask((phones) => phones.checkDelivery({ ...person, phone: toLatinDigits(person.phone) }, by) && 'deliveryDetailMissing', null)
