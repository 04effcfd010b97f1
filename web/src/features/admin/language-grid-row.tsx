// One text: its key, the English text, and the text of the language, which is written here.
import { Button } from '@mantine/core'
import { listFormNumbers } from '@wayfare/core/texts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { findEnglishText, findFallbackText, findShownText, findTextProblem, isMissing, makeTextChange } from './language-texts.ts'
import classes from './language-texts.module.css'
import type { LanguageTexts } from './use-language-texts.ts'

type LanguageGridRowProps = {
  textKey: string
  place: { index: number; count: number; top: number }
  texts: LanguageTexts
  measure: (row: HTMLElement | null) => (() => void) | undefined
  onHold: (key: string | null) => void
}

/** Lines that a text needs where the browser does not count them itself. */
const linesOf = (text: string): number =>
  Math.min(
    12,
    text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / 38), 0),
  )

const useNote = ({ pairs, drafts }: LanguageTexts, key: string): string | null => {
  const t = useT()
  const format = useFormat()
  const problem = findTextProblem(pairs, drafts, key)
  if (problem !== null) return drafts[key] === undefined ? `${t('language_text_unused')} ${t(problem)}` : t(problem)
  const numbers = listFormNumbers(pairs.language.langLocale, key)
  const isPlural = /_(zero|one|two|few|many|other)$/.test(key) && pairs.english[key.replace(/_\w+$/, '_other')] !== undefined
  if (!isPlural || numbers.length === 0) return null
  return t('language_plural_for', { numbers: numbers.map((one) => format.number(one)).join(', ') })
}

export const LanguageGridRow = ({ textKey: key, place, texts, measure, onHold }: LanguageGridRowProps) => {
  const t = useT()
  const { pairs, drafts, busy } = texts
  const { langLocale, direction } = pairs.language
  const note = useNote(texts, key)
  const isWrong = findTextProblem(pairs, drafts, key) !== null
  const text = findShownText(pairs, drafts, key)
  const lent = findFallbackText(pairs, key)
  const isOpen = isMissing(pairs, key) && text === ''
  return (
    <li
      ref={measure}
      data-window={key}
      data-changed={makeTextChange(pairs, drafts, key) !== undefined || undefined}
      className={classes.row}
      style={{ insetBlockStart: place.top }}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      onFocus={() => onHold(key)}
      onBlur={() => onHold(null)}
    >
      <code className={classes.key} dir="ltr">
        {key}
      </code>
      <p className={classes.english} lang="en" dir="ltr">
        {findEnglishText(pairs, key)}
      </p>
      <div className={classes.own}>
        <textarea
          className={classes.text}
          aria-label={key}
          aria-invalid={isWrong || undefined}
          aria-describedby={note === null ? undefined : `note-${key}`}
          lang={langLocale}
          dir={text === '' ? direction : 'auto'}
          rows={linesOf(text === '' ? lent : text)}
          placeholder={lent}
          value={text}
          disabled={busy}
          onChange={(event) => texts.set(key, event.currentTarget.value)}
        />
        {note !== null && (
          <p id={`note-${key}`} className={classes.note} data-wrong={isWrong || undefined}>
            {note}
          </p>
        )}
        {isOpen && (
          <Button variant="subtle" size="compact-sm" mih={36} disabled={busy} onClick={() => texts.set(key, lent)}>
            {t('language_text_right')}
          </Button>
        )}
      </div>
    </li>
  )
}
