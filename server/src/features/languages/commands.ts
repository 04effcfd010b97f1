// An admin's changes to the languages themselves. All rows are locked first, so that there is always exactly one default.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/languages-admin'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import { getDateLocale, getLangLocale } from '@wayfare/core/locales'
import { listTextKeys, makeIsLendable, type Texts } from '@wayfare/core/texts'
import { recordAudit } from '../../audit.ts'
import { shippedEnglish } from '../../db/shipped-texts.ts'
import type { TableRow } from '../../db/tables.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion, nextVersion } from '../../db/version.ts'
import type { Deps, Tx } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { replaceLanguage } from '../accounts/commands.ts'
import { presentLanguageRow } from './present.ts'
import { listEnglishTexts, listTexts } from './queries-texts.ts'

type Row = TableRow<'language'>
type Fields = ParsedInputOf<typeof contract.addLanguage>

/** More than there are languages with a newspaper of their own. */
const mostLanguages = 200

const lockAll = (tx: Tx): Promise<Row[]> => tx.selectFrom('language').selectAll().orderBy('id').forUpdate().execute()

const pick = (rows: readonly Row[], id: string): Row => {
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Refusal('not_found')
  return row
}

const refuse = (field: keyof Fields, key: MessageKey): never => {
  throw new Refusal(key, { fields: [{ field, problem: key }] })
}

/** The fields as they are stored; refuses a name or locale that another language has. */
const fieldsOf = ({ langName, ...given }: Fields, others: readonly Row[]): Fields => {
  if (/\p{Cc}/u.test(langName)) refuse('langName', 'proper_text')
  const langLocale = getLangLocale(given.langLocale) ?? refuse('langLocale', 'proper_locale')
  const dateLocale = getDateLocale(given.dateLocale) ?? refuse('dateLocale', 'proper_locale')
  if (others.some((other) => other.langLocale === langLocale)) refuse('langLocale', 'locale_taken')
  if (others.some((other) => other.langName.toLowerCase() === langName.toLowerCase())) refuse('langName', 'name_taken')
  return { langName, langLocale, dateLocale }
}

const noted = ({ langName, langLocale, dateLocale }: Fields) => ({ langName, langLocale, dateLocale })

/** The default language's texts, except English ones (the fallback anyway) and plural forms that the new language lacks. */
const textsToBegin = (rows: readonly Row[], langLocale: string): Texts => {
  const source = rows.find(({ isDefault }) => isDefault)
  if (!source) return {}
  const english = listEnglishTexts(rows)
  const { keys, baseOf } = listTextKeys(shippedEnglish, langLocale)
  const known = new Set(keys)
  const isLendable = makeIsLendable(langLocale)
  const isFit = (key: string, text: string) => baseOf(key) === null || (known.has(key) && isLendable(key, text))
  const isWanted = ([key, text]: [string, string]) => text !== english[key] && isFit(key, text)
  return Object.fromEntries(Object.entries(listTexts(source, english)).filter(isWanted))
}

export const addLanguage = (deps: Deps, actor: Actor, given: Fields) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const rows = await lockAll(tx)
    if (rows.length >= mostLanguages) throw new Refusal('quota_reached')
    const fields = fieldsOf(given, rows)
    const added = await tx
      .insertInto('language')
      .values({
        id: deps.newId(8),
        ...fields,
        isDefault: false,
        keyValuePairs: '{}',
        copiedPairs: JSON.stringify(textsToBegin(rows, fields.langLocale)),
        createdAt: deps.now(),
      })
      // a language added concurrently was not there to be locked
      .onConflict((conflict) => conflict.column('langLocale').doNothing())
      .returningAll()
      .executeTakeFirst()
    const row = added ?? refuse('langLocale', 'locale_taken')
    await emitEvent(tx, { type: 'LanguagesChanged' })
    await recordAudit(tx, actor, { action: 'languages.add', object: { kind: 'language', id: row.id }, after: noted(row) })
    return presentLanguageRow(row)
  })

type Change = ParsedInputOf<typeof contract.changeLanguage>

export const changeLanguage = (deps: Deps, actor: Actor, { id, version, ...given }: Change) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const rows = await lockAll(tx)
    const before = pick(rows, id)
    checkVersion(before, version)
    const fields = fieldsOf(
      given,
      rows.filter((one) => one !== before),
    )
    const update = tx
      .updateTable('language')
      .set({ ...fields, ...nextVersion })
      .where('id', '=', id)
      .returningAll()
    const row = await update.executeTakeFirstOrThrow()
    if (row.langLocale !== before.langLocale) await replaceLanguage(tx, before.langLocale, row.langLocale)
    await emitEvent(tx, { type: 'LanguagesChanged' })
    const object = { kind: 'language', id } as const
    await recordAudit(tx, actor, { action: 'languages.change', object, before: noted(before), after: noted(row) })
    return presentLanguageRow(row)
  })

export const makeDefaultLanguage = (deps: Deps, actor: Actor, id: string): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const rows = await lockAll(tx)
    const chosen = pick(rows, id)
    if (chosen.isDefault) return { done: true as const }
    const last = rows.find(({ isDefault }) => isDefault)
    await tx.updateTable('language').set({ isDefault: false }).where('isDefault', '=', true).execute()
    await tx.updateTable('language').set({ isDefault: true }).where('id', '=', id).execute()
    await emitEvent(tx, { type: 'LanguagesChanged' })
    const [before, after] = [last?.langName ?? null, chosen.langName].map((name) => ({ default: name }))
    await recordAudit(tx, actor, {
      action: 'languages.makeDefault',
      object: { kind: 'language', id },
      before: before ?? null,
      after: after ?? null,
    })
    return { done: true as const }
  })

/** Removes a language. Its readers keep their choice and get the default language until theirs is offered again. */
export const removeLanguage = (deps: Deps, actor: Actor, id: string): Promise<{ done: true }> =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const row = pick(await lockAll(tx), id)
    if (row.isDefault) throw new Refusal('default_language')
    await tx.deleteFrom('language').where('id', '=', id).execute()
    await emitEvent(tx, { type: 'LanguagesChanged' })
    // keeps the texts in the audit log, so that they can be recovered
    const before = { ...noted(row), keyValuePairs: row.keyValuePairs }
    await recordAudit(tx, actor, { action: 'languages.remove', object: { kind: 'language', id }, before })
    return { done: true as const }
  })
