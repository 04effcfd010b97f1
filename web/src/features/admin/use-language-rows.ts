// The languages as admins see them, read again whenever one is told that they changed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addLanguage,
  changeLanguage,
  getPairs,
  listLanguageRows,
  makeDefaultLanguage,
  removeLanguage,
} from '@wayfare/contract/languages'
import type { LanguageRow } from '@wayfare/contract/languages'
import { call } from '../../api/call.ts'
import { sliceOf } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { LanguageDraft } from './use-language-editing.tsx'
import { useSaySaved } from './use-say-saved.ts'

export const useLanguageRows = () => {
  const client = useQueryClient()
  const saySaved = useSaySaved()
  const slice = sliceOf(
    useQuery({
      queryKey: queryKeys.languageRows,
      queryFn: ({ signal }) => call(listLanguageRows, {}, { signal }),
      select: (answer) => answer.languages,
    }),
  )
  const readAgain = () => client.invalidateQueries({ queryKey: queryKeys.languageRows })
  return {
    slice,
    read: async (id: string): Promise<LanguageRow | null> => {
      const answer = await call(listLanguageRows, {})
      client.setQueryData(queryKeys.languageRows, answer)
      return answer.languages.find((row) => row.id === id) ?? null
    },
    readPairs: (id: string) => call(getPairs, { id }),
    save: async (draft: LanguageDraft, row: LanguageRow | null) => {
      await (row ? call(changeLanguage, { ...draft, id: row.id, version: row.version }) : call(addLanguage, draft))
      await readAgain()
      saySaved()
    },
    makeDefault: async ({ id }: LanguageRow) => {
      await call(makeDefaultLanguage, { id })
      await readAgain()
      saySaved()
    },
    remove: async ({ id }: LanguageRow) => {
      await call(removeLanguage, { id })
      await readAgain()
      saySaved()
    },
  }
}
