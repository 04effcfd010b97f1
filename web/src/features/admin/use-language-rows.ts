// The languages as admins see them, read again whenever one is told that they changed.
import { useQueryClient } from '@tanstack/react-query'
import {
  addLanguage,
  changeLanguage,
  getPairs,
  listLanguageRows,
  makeDefaultLanguage,
  removeLanguage,
  type LanguageRow,
} from '@wayfare/contract/languages-admin'
import { callEndpoint } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import type { LanguageDraft } from './use-language-editing.tsx'

export const useLanguageRows = () => {
  const client = useQueryClient()
  const options = { stale: [queryKeys.languageRows], toast: useT()('updated') }
  const [add, change] = [useWrite(addLanguage, options).send, useWrite(changeLanguage, options).send]
  const [makeDefault, remove] = [useWrite(makeDefaultLanguage, options).send, useWrite(removeLanguage, options).send]
  const slice = useRead(queryKeys.languageRows, listLanguageRows, {}, { select: (answer) => answer.languages })
  return {
    slice,
    read: async (id: string): Promise<LanguageRow | null> => {
      const answer = await callEndpoint(listLanguageRows, {})
      client.setQueryData(queryKeys.languageRows, answer)
      return answer.languages.find((row) => row.id === id) ?? null
    },
    readPairs: (id: string) => callEndpoint(getPairs, { id }),
    save: (draft: LanguageDraft, row: LanguageRow | null) =>
      row ? change({ ...draft, id: row.id, version: row.version }) : add(draft),
    makeDefault,
    remove,
  }
}
