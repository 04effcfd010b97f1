// A file of people on its way in: looked at by the server first, then made; the same file again makes nothing twice.
import { importPeople, mostImportBytes } from '@wayfare/contract/people-import'
import type { InputOf, OutputOf } from '@wayfare/contract/endpoint'
import type { Role } from '@wayfare/core/accounts'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { longEnough } from '../../ui/at-least.ts'

export type ImportReport = OutputOf<typeof importPeople>

type Stage =
  | { at: 'choose' }
  /** what would become of the file */
  | { at: 'preview'; csv: string; report: ImportReport }
  | { at: 'done'; report: ImportReport }

/** Null when it is not UTF-8: a guess at another spelling would write wrong names. */
const textIn = async (content: Blob | string): Promise<string | null> => {
  if (typeof content === 'string') return content
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await content.arrayBuffer())
  } catch {
    return null
  }
}

export const usePeopleImport = (userType: Role) => {
  const t = useT()
  const write = useWrite(importPeople, { stale: [queryKeys.people], within: longEnough })
  const [stage, setStage] = useState<Stage>({ at: 'choose' })
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (input: Omit<InputOf<typeof importPeople>, 'userType'>, next: (report: ImportReport) => void) => {
    setProblem(null)
    const report = await write.run({ userType, ...input })
    if (report) next(report)
  }
  /** `content`: a file, or what was pasted */
  const look = async (content: Blob | string) => {
    const csv = await textIn(content)
    if (csv === null) return setProblem(t('import_unreadable'))
    if (csv.trim() === '') return setProblem(t('people_import_empty'))
    if (csv.length > mostImportBytes) return setProblem(t('too_large'))
    await send({ csv, dryRun: true }, (report) => setStage({ at: 'preview', csv, report }))
  }
  const run = async (invite: boolean) => {
    if (stage.at !== 'preview') return
    await send({ csv: stage.csv, dryRun: false, invite }, (report) => setStage({ at: 'done', report }))
  }
  const again = () => {
    setProblem(null)
    write.forget()
    setStage({ at: 'choose' })
  }
  return { stage, problem: problem ?? write.refusal, busy: write.busy, look, run, again }
}
