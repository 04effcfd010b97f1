// JSON in an editor with line numbers and colours; the first mistake is marked and named by its line and column.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useMemo, useRef } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './language-texts.module.css'
import { parseTexts } from './texts-json.ts'

type JsonEditorProps = { label: string; value: string; onChange: (text: string) => void }

// colours that can be read on light and dark ground alike (4.5:1)
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'light-dark(#1d5fa8, #8cc4ff)' },
  { tag: tags.string, color: 'light-dark(#1b6b2a, #8fe09b)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#8a3b00, #ffbe8a)' },
  { tag: tags.invalid, color: 'light-dark(#b3261e, #ff9d95)' },
])

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '14px', lineHeight: '1.6' },
  '.cm-gutters': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-dimmed)',
    borderInlineEnd: '1px solid var(--wf-line)',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused': { outline: '2px solid var(--mantine-color-primary-filled)', outlineOffset: '-2px' },
  '.cm-activeLine': { backgroundColor: 'var(--wf-stripe)' },
  '.cm-tooltip': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
})

type Words = { label: string; problem: string }

const extensionsOf = ({ label, problem }: Words, onChange: (text: string) => void) => [
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  json(),
  syntaxHighlighting(colours),
  linter((view) => {
    const { fault } = parseTexts(view.state.doc.toString())
    if (!fault) return []
    const { length } = view.state.doc
    const from = Math.min(fault.offset, length)
    return [{ from, to: Math.min(from + 1, length), severity: 'error', message: problem }]
  }),
  lintGutter(),
  // the tab key goes on to the buttons: nobody is caught in the editor
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, dir: 'ltr', spellcheck: 'false', tabindex: '0' }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString())
  }),
  look,
]

export const JsonEditor = ({ label, value, onChange }: JsonEditorProps) => {
  const t = useT()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef({ value, onChange })
  const problem = t('json_error')
  useEffect(() => {
    latest.current = { value, onChange }
    const { current } = view
    // texts that came from a file
    if (current && current.state.doc.toString() !== value) {
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } })
    }
  }, [value, onChange])
  useEffect(() => {
    if (!box.current) return undefined
    const extensions = extensionsOf({ label, problem }, (text) => latest.current.onChange(text))
    // the page's own rule for styles: the browser takes only those that carry its word
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [...extensions, ...(nonce ? [EditorView.cspNonce.of(nonce)] : [])],
      }),
    })
    // what scrolls is reached through the text within it
    made.scrollDOM.removeAttribute('tabindex')
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [label, problem])
  const fault = useMemo(() => parseTexts(value).fault, [value])
  return (
    <>
      <div ref={box} className={classes.json} dir="ltr" />
      {fault && (
        <p role="status" className={classes.fault}>
          {t('json_error_at', { line: format.number(fault.line), column: format.number(fault.column) })}
        </p>
      )}
    </>
  )
}
