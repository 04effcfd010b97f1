// An admin's texts in a language, saved key by key, so that concurrent edits of other keys are not lost.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/languages-admin'
import type { Actor } from '@wayfare/core/accounts'
import { Refusal, type MessageKey } from '@wayfare/core/errors'
import { checkText, textLimits, type Texts } from '@wayfare/core/texts'
import { recordAudit } from '../../audit.ts'
import { shippedEnglish } from '../../db/shipped-texts.ts'
import { inTx } from '../../db/tx.ts'
import { checkVersion, nextVersion } from '../../db/version.ts'
import type { Deps } from '../../deps.ts'
import { emitEvent } from '../../events.ts'
import { checkUnlocked } from '../../lock.ts'
import { presentLanguageRow } from './present.ts'

type Save = ParsedInputOf<typeof contract.savePairs>

/** The texts trimmed; null for those that are reset. */
const trimmed = (changes: Save['changes']): [string, string | null][] =>
  Object.entries(changes).map(([key, text]) => [key, text?.trim() || null])

const checkAll = (changes: readonly [string, string | null][]): void => {
  const problems = changes.flatMap(([key, text]): [string, MessageKey][] => {
    const problem = text === null ? null : checkText(shippedEnglish, key, text)
    return problem === null ? [] : [[key, problem]]
  })
  const [first] = problems
  // of many mistakes only the first hundred are listed
  if (first) throw new Refusal(first[1], { fields: Object.fromEntries(problems.slice(0, 100)) })
}

const written = (before: Texts, changes: readonly [string, string | null][]): Texts => {
  const all = new Map(Object.entries(before))
  for (const [key, text] of changes) {
    if (text === null) all.delete(key)
    else all.set(key, text)
  }
  if (all.size > textLimits.keys) throw new Refusal('quota_reached')
  return Object.fromEntries(all)
}

export const savePairs = (deps: Deps, actor: Actor, { id, version, changes }: Save) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const given = trimmed(changes)
    checkAll(given)
    const row = await tx.selectFrom('language').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    checkVersion(row, version)
    const keyValuePairs = written(row.keyValuePairs, given)
    const update = tx
      .updateTable('language')
      .set({ keyValuePairs: JSON.stringify(keyValuePairs), ...nextVersion })
      .where('id', '=', id)
      .returningAll()
    const after = await update.executeTakeFirstOrThrow()
    await emitEvent(tx, { type: 'LanguagesChanged' })
    const object = { kind: 'language', id } as const
    await recordAudit(tx, actor, { action: 'languages.savePairs', object, before: row.keyValuePairs, after: keyValuePairs })
    return presentLanguageRow(after)
  })
