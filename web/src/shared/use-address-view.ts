// What a page shows, kept in the address: filters, order, search and what is open. A link shares it, and a view saves it.
import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useTypedText } from './use-typed-text.ts'

/** The names that may stand in the address, and what each may hold; anything else there counts as nothing. */
type ViewFields = Readonly<Record<string, (text: string) => boolean>>
type Known<Text extends string> = (text: string) => text is Text
export type ViewOf<Fields extends ViewFields> = {
  [Name in keyof Fields]?: Fields[Name] extends Known<infer Text> ? Text : string
}
/** Some of the fields, as forms write them; an empty one leaves the address. */
export type ViewPart<Fields extends ViewFields> = { [Name in keyof Fields]?: string | null }

export const oneOf =
  <Text extends string>(list: readonly Text[]) =>
  (text: string): text is Text =>
    list.some((one) => one === text)
export const isAnyText = (_text: string): boolean => true
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
export const isIdText = (text: string): boolean => /^[\w-]{1,40}$/.test(text)

/** @internal */
export const readView = <Fields extends ViewFields>(fields: Fields, params: URLSearchParams): ViewOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, isKnown]) => {
      const text = params.get(name) ?? ''
      return text !== '' && isKnown(text) ? [[name, text]] : []
    }),
  ) as ViewOf<Fields>

/** The view as text, the same for the same view. */
export const viewText = <Fields extends ViewFields>(fields: Fields, view: ViewPart<Fields>): string =>
  new URLSearchParams(Object.keys(fields).flatMap((name) => (view[name] ? [[name, view[name]]] : []))).toString()

export const isSameView = <Fields extends ViewFields>(fields: Fields, view: ViewPart<Fields>, query: string): boolean =>
  viewText(fields, view) === viewText(fields, readView(fields, new URLSearchParams(query)))

/** `fields` are the same at every call; with `push` each change is a step of its own in the browser's history. */
export const useAddressView = <Fields extends ViewFields>(fields: Fields, { push = false } = {}) => {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readView(fields, params), [fields, params])
  // the address follows a moment later: what is changed meanwhile is changed on top of it
  const latest = useRef<ViewPart<Fields>>(view)
  useEffect(() => {
    latest.current = view
  }, [view])
  const open = (next: ViewPart<Fields>) => {
    latest.current = next
    setParams(viewText(fields, next), { replace: !push })
  }
  const search = useTypedText(view['search'] ?? '')
  /** what the server is asked: the view once the typing has paused */
  const settled = useMemo(() => {
    const { search: _typed, ...rest } = view
    return (search ? { ...rest, search } : rest) as ViewOf<Fields>
  }, [view, search])
  return {
    view,
    settled,
    change: (part: ViewPart<Fields>) => open({ ...latest.current, ...part }),
    clear: () => open({}),
    /** another view as a whole, as a link or a saved view writes it */
    open: (query: string) => open(readView(fields, new URLSearchParams(query))),
  }
}
