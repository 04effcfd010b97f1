// A row in a form: what is typed, what is wrong with it, and which answers of the server belong to a field.
import { useState } from 'react'
import { isCallError } from '../api/call.ts'
import { useProblem } from '../ui/dialogs.tsx'

type Problems<Draft> = Partial<Record<keyof Draft, string>>

const namedFields = (cause: unknown): string[] => {
  const fields = isCallError(cause) ? cause.details?.['fields'] : null
  if (!Array.isArray(fields)) return []
  return fields.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'field' in one && typeof one.field === 'string' ? [one.field] : [],
  )
}

export type RowForm<Draft extends object> = ReturnType<typeof useRowForm<Draft>>

export const useRowForm = <Draft extends object>(first: Draft, nameField: keyof Draft & string) => {
  const tell = useProblem()
  const [draft, setDraft] = useState(first)
  const [problems, setProblems] = useState<Problems<Draft>>({})
  const set = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))) as Problems<Draft>)
  }
  /** A refusal stands at its field, any other failure in the alert. */
  const refuse = (cause: unknown) => {
    const key = isCallError(cause) ? cause.key : ''
    const fields = key === 'name_taken' ? [nameField] : namedFields(cause).filter((field) => field in draft)
    if (fields.length === 0) tell(cause)
    else setProblems(Object.fromEntries(fields.map((field) => [field, key])) as Problems<Draft>)
  }
  return { draft, problems, set, change: setDraft, setProblems, refuse }
}
