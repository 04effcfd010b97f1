import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/messages'
import { Refusal } from '@wayfare/core/errors'
import { makeFormat, type Format } from '@wayfare/core/format'
import { getDirection } from '@wayfare/core/locales'
import { makeLikePattern } from '../../db/like.ts'
import type { Deps } from '../../deps.ts'
import { isLocked } from '../../lock.ts'
import { listLanguageChoices, readTexts } from '../languages/queries-texts.ts'

/** `locale` is that of the language found, which may differ from the one requested. */
export type Texts = { locale: string; direction: 'ltr' | 'rtl'; texts: Readonly<Record<string, string>> }

/** The texts in a person's language, in its base language (sv for sv-FI), or in the operator's default. */
export const findTexts = async (deps: Deps, wanted: string): Promise<Texts & { format: Format }> => {
  const { langLocale, dateLocale, texts } = await readTexts(deps.db, listLanguageChoices(wanted))
  const format = makeFormat(deps.settings(), { langLocale, dateLocale })
  return { locale: langLocale, direction: getDirection(langLocale), texts, format }
}

const columns = ['id', 'kind', 'recipient', 'subject', 'body', 'direction', 'createdAt'] as const

/** The dev inbox exists only in a demo. */
const checkDemo = ({ config }: Deps): void => {
  if (!config.demo) throw new Refusal('not_found')
}

export const listDevMessages = async (deps: Deps, { search = '', limit }: ParsedInputOf<typeof contract.listDevMessages>) => {
  checkDemo(deps)
  const matching = deps.db
    .selectFrom('devMessage')
    .$if(search !== '', (query) =>
      query.where((e) =>
        e.or([
          e('subject', 'ilike', makeLikePattern(search)),
          ...(isLocked(deps) ? [] : [e('recipient', 'ilike', makeLikePattern(search))]),
        ]),
      ),
    )
  const [rows, { total }] = await Promise.all([
    matching.select(columns).orderBy('id', 'desc').limit(limit).execute(),
    matching.select((e) => e.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

export const getDevMessage = async (deps: Deps, id: string) => {
  checkDemo(deps)
  const row = await deps.db
    .selectFrom('devMessage')
    .select([...columns, 'html'])
    .where('id', '=', BigInt(id))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export type DevMessageRow = Awaited<ReturnType<typeof listDevMessages>>['rows'][number]
