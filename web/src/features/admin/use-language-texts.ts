// The work on a language's texts: what is typed, how it is shown beforehand, and saving it beside what others save.
import { getPairs, savePairs } from '@wayfare/contract/languages-admin'
import { useEffect, useMemo, useState } from 'react'
import { callEndpoint, isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useLanguage } from '../../i18n/provider.tsx'
import { useProblem, useTell } from '../../ui/dialogs.tsx'
import { useRowWork } from '../../ui/use-row-work.ts'
import {
  findTextProblem,
  listContestedKeys,
  listPairs,
  listTextChanges,
  makeDrafts,
  mergeTexts,
  type Drafts,
  type Pairs,
} from './language-texts.ts'
import { parseTexts, printTexts } from './texts-json.ts'

/** The page follows what is typed after so long (ms). */
const previewAfterMs = 250

/** While it is on, the page behind shows the texts as they would be. */
const usePreview = (pairs: Pairs, drafts: Drafts) => {
  const { preview } = useLanguage()
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(
      () => preview({ langLocale: pairs.language.langLocale, texts: mergeTexts(pairs, drafts) }),
      previewAfterMs,
    )
    return () => clearTimeout(timer)
  }, [isOn, pairs, drafts, preview])
  useEffect(() => (isOn ? () => preview(null) : undefined), [isOn, preview])
  return { isOn, setOn }
}

/** All texts as JSON, while that is what is written; `shown` is what it began with. */
type Json = { text: string; shown: string }

const useJson = (pairs: Pairs, drafts: Drafts) => {
  const tell = useTell()
  const [json, setJson] = useState<Json | null>(null)
  const print = (typed: Drafts): Json => {
    const shown = printTexts(listPairs(pairs, typed))
    return { text: shown, shown }
  }
  /** The drafts with what was written as JSON in them; null when it is no JSON, which is said. */
  const read = (): Drafts | null => {
    if (json === null || json.text === json.shown) return drafts
    const parsed = parseTexts(json.text)
    if (parsed.pairs) return makeDrafts(pairs, drafts, parsed.pairs, true)
    tell('json_error')
    return null
  }
  const write = (text: string) => setJson((now) => now && { ...now, text })
  return {
    json,
    read,
    write,
    open: () => setJson(print(drafts)),
    /** other drafts, if JSON is what one looks at */
    show: (typed: Drafts) => setJson((now) => now && print(typed)),
    close: () => setJson(null),
  }
}

const useSaving = (first: Pairs) => {
  const write = useWrite(savePairs, { stale: [queryKeys.languageRows] })
  const work = useRowWork()
  const tell = useProblem()
  const [pairs, setPairs] = useState(first)
  /** texts that another admin has changed, too */
  const [contest, setContest] = useState<readonly string[]>([])
  const { id } = first.language
  /** Whether all is saved. Texts that others changed meanwhile and I did not are no reason to ask. */
  const send = async (base: Pairs, drafts: Drafts): Promise<boolean> => {
    const changes = listTextChanges(base, drafts)
    if (Object.keys(changes).length === 0) return true
    try {
      await write.send({ id, version: base.language.version, changes })
      return true
    } catch (cause) {
      if (!isCallError(cause) || cause.key !== 'row_changed') throw cause
      const now = await callEndpoint(getPairs, { id })
      setPairs(now)
      const both = listContestedKeys(base, now, changes)
      setContest(both)
      return both.length === 0 && send(now, drafts)
    }
  }
  const save = async (drafts: Drafts): Promise<boolean> => {
    const outcome = { isSaved: false }
    await work.run(id, async () => void (outcome.isSaved = await send(pairs, drafts)), tell)
    return outcome.isSaved
  }
  return { pairs, contest, setContest, save, busy: work.busyKey !== null }
}

export const useLanguageTexts = (first: Pairs) => {
  const { pairs, contest, setContest, save, busy } = useSaving(first)
  const [drafts, setTyped] = useState<Drafts>({})
  const [given, setGiven] = useState(0)
  const setDrafts = (next: Drafts) => {
    setTyped(next)
    setGiven((count) => count + 1)
  }
  const json = useJson(pairs, drafts)
  const preview = usePreview(pairs, drafts)
  const changes = useMemo(() => listTextChanges(pairs, drafts), [pairs, drafts])
  const wrong = useMemo(
    () => Object.keys(changes).filter((key) => findTextProblem(pairs, drafts, key) !== null),
    [pairs, drafts, changes],
  )
  const isJsonTyped = json.json !== null && json.json.text !== json.json.shown
  return {
    pairs,
    drafts,
    json,
    preview,
    wrong,
    contest,
    busy,
    /** how many texts would be saved; what is written as JSON counts as one until it is read */
    changed: Object.keys(changes).length + (isJsonTyped ? 1 : 0),
    set: (key: string, text: string) => setTyped((now) => ({ ...now, [key]: text })),
    /** all of them anew, as from a file */
    setDrafts,
    /** how often that was */
    given,
    /** Back to what others saved, for the texts that both changed. */
    takeTheirs: () => {
      setDrafts(Object.fromEntries(Object.entries(drafts).filter(([key]) => !contest.includes(key))))
      setContest([])
    },
    save: async (): Promise<'saved' | 'wrong' | 'kept'> => {
      const typed = json.read()
      if (typed === null) return 'kept'
      setDrafts(typed)
      json.close()
      if (Object.keys(listTextChanges(pairs, typed)).some((key) => findTextProblem(pairs, typed, key) !== null)) return 'wrong'
      setContest([])
      return (await save(typed)) ? 'saved' : 'kept'
    },
  }
}

export type LanguageTexts = ReturnType<typeof useLanguageTexts>
