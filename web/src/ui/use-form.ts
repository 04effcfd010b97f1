// A form: what is typed, what is wrong with it by field, and the one way to send it off.
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useProblem, useProblemText } from './dialogs.tsx'
import { findFailure, isSilent } from './failures.ts'
import { listDifferentFields } from './row-changed.ts'
import { useText, type Translator } from './text.ts'

/** By field, in the order of the page: a text, or the key of one. */
export type Problems<Draft> = Partial<Record<keyof Draft & string, string>>

export type FormOptions<Draft> = {
  check?: (draft: Draft) => Problems<Draft> | Promise<Problems<Draft>>
  /** a question before it is sent */
  ask?: () => Promise<boolean>
  /** what it throws is a refusal */
  send?: (draft: Draft) => unknown
  /** what a refusal says of which fields, beside those that the server names */
  refused?: (key: string, draft: Draft, cause: unknown) => Problems<Draft>
  /** where any other refusal stands; without it, the alert tells it */
  at?: keyof Draft & string
  tell?: (cause: unknown) => void
}

export type FormState<Draft extends object> = {
  draft: Draft
  /** how many fields are something else than in the beginning */
  changed: number
  problems: Problems<Draft>
  busy: boolean
  element: RefObject<HTMLFormElement | null>
  /** writes fields, and takes away what was wrong with them */
  set: (part: Partial<Draft>) => void
  change: (from: (draft: Draft) => Draft) => void
  setProblems: (problems: Problems<Draft>) => void
  /** shows what is wrong, the cursor in the first such field; true where nothing is */
  show: (problems: Problems<Draft>) => boolean
  refuse: (cause: unknown) => void
  submit: (event?: FormEvent) => Promise<void>
  /** for an input of Mantine that holds text */
  text: (name: keyof Draft & string) => Field & { onChange: (event: { currentTarget: { value: string } }) => void }
  /** for a field that hands over what is typed */
  typed: (name: keyof Draft & string) => Field & { onChange: (value: string) => void }
}

type Field = { name: string; value: string; error: string | undefined }

/** The fields that the server names in a refusal. */
const listNamedFields = <Draft extends object>(cause: unknown, draft: Draft): Problems<Draft> => {
  const { key = '', details } = findFailure(cause) ?? {}
  const named = Array.isArray(details?.['fields']) ? (details['fields'] as { field?: unknown }[]) : []
  const fields = named.map((one) => String(one?.field)).filter((field) => field in draft)
  return Object.fromEntries(fields.map((field) => [field, key])) as Problems<Draft>
}

const isRight = (problems: object): boolean => Object.keys(problems).length === 0

/** A question that has just closed gives the focus back to where it was, and only then the field may have it (ms). */
const focusBackMs = 50

/** Draws what is wrong first: only a field that is drawn as wrong takes the cursor. */
const useFocusWrong = (problems: object, delay: number) => {
  const element = useRef<HTMLFormElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current || isRight(problems)) return
    asked.current = false
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), delay)
  }, [problems, delay])
  return { element, focusWrong: () => void (asked.current = true) }
}

/** What the fields are given. */
const fieldsOf = <Draft extends object>(
  { draft, problems, set }: Pick<FormState<Draft>, 'draft' | 'problems' | 'set'>,
  t: Translator,
): Pick<FormState<Draft>, 'text' | 'typed'> => {
  const write = (name: keyof Draft & string, value: string) => set({ [name]: value } as Partial<Draft>)
  const fieldOf = (name: keyof Draft & string): Field => {
    const problem = problems[name]
    return { name, value: String(draft[name]), error: problem && t(problem) }
  }
  return {
    text: (name) => ({ ...fieldOf(name), onChange: (event) => write(name, event.currentTarget.value) }),
    typed: (name) => ({ ...fieldOf(name), onChange: (value) => write(name, value) }),
  }
}

export const useForm = <Draft extends object>(first: Draft, options: FormOptions<Draft> = {}): FormState<Draft> => {
  const { check, ask, send, refused, at } = options
  const t = useText()
  const alertProblem = useProblem()
  const problemText = useProblemText()
  const [start] = useState(first)
  const [draft, change] = useState(start)
  const [problems, setProblems] = useState<Problems<Draft>>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { element, focusWrong } = useFocusWrong(problems, ask ? focusBackMs : 0)
  const set = (part: Partial<Draft>) => {
    change((now) => ({ ...now, ...part }))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))) as Problems<Draft>)
  }
  const show = (found: Problems<Draft>): boolean => {
    setProblems(found)
    if (!isRight(found)) focusWrong()
    return isRight(found)
  }
  const refuse = (cause: unknown) => {
    const meant = refused?.(findFailure(cause)?.key ?? '', draft, cause) ?? {}
    const found = isRight(meant) ? listNamedFields(cause, draft) : meant
    if (!isRight(found)) show(found)
    else if (at === undefined) (options.tell ?? alertProblem)(cause)
    else if (!isSilent(cause)) show({ [at]: problemText(cause) } as Problems<Draft>)
  }
  const sendOff = async (mayGo: boolean | Promise<boolean>) => {
    if (!(await mayGo) || (ask && !(await ask()))) return
    setBusy(true)
    await send?.(draft)
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    // as far as events go, a dialog may lie within another one's form
    event?.stopPropagation()
    if (running.current) return
    const found = check?.(draft) ?? {}
    const mayGo = found instanceof Promise ? found.then(show) : show(found)
    if (mayGo === false) return
    running.current = true
    await sendOff(mayGo).catch(refuse)
    running.current = false
    setBusy(false)
  }
  return {
    draft,
    changed: listDifferentFields(draft, start).length,
    problems,
    busy,
    element,
    set,
    change,
    setProblems,
    show,
    refuse,
    submit,
    ...fieldsOf({ draft, problems, set }, t),
  }
}
