// The texts of a language beside the English ones, as far as they are in sight: searched, and only the missing or changed ones.
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import '../../ui/form-styles.ts'
import { useRowWindow } from '../../ui/use-row-window.ts'
import { LanguageGridRow } from './language-grid-row.tsx'
import { filterKeys, type TextFilter } from './language-texts.ts'
import classes from './language-texts.module.css'
import type { LanguageTexts } from './use-language-texts.ts'

type LanguageGridProps = { texts: LanguageTexts; filter: TextFilter; onFilter: (filter: TextFilter) => void }

/** px; a row tells its own height once it is in the page */
const usualHeight = 76

/** What is shown is decided when the filter is set or all texts are given anew: rows do not go while one writes in them. */
const useKeys = ({ pairs, drafts, given }: LanguageTexts, { search, missing, changed, wrong }: TextFilter): readonly string[] => {
  const words = useDeferredValue(search)
  const asked = useMemo(
    () => ({ pairs, given, search: words, missing, changed, wrong }),
    [pairs, given, words, missing, changed, wrong],
  )
  const [shown, setShown] = useState(() => ({ asked, keys: filterKeys(pairs, drafts, asked) }))
  if (shown.asked !== asked) setShown({ asked, keys: filterKeys(pairs, drafts, asked) })
  return shown.keys
}

const Filters = ({ filter, onFilter }: Pick<LanguageGridProps, 'filter' | 'onFilter'>) => {
  const t = useT()
  const box = (name: 'missing' | 'changed', label: string) => (
    <Checkbox
      label={label}
      checked={filter[name]}
      styles={{ body: { alignItems: 'center', minHeight: 'var(--wf-touch)' } }}
      onChange={(event) => onFilter({ ...filter, [name]: event.currentTarget.checked })}
    />
  )
  return (
    <Group gap="md" className={classes.filters ?? ''}>
      <TextInput
        type="search"
        aria-label={t('language_texts_search')}
        placeholder={t('language_texts_search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        className={classes.search ?? ''}
        value={filter.search}
        onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {box('missing', t('language_missing_only'))}
      {box('changed', t('language_changed_only'))}
    </Group>
  )
}

const Wrong = ({ texts, filter, onFilter }: LanguageGridProps) => {
  const t = useT()
  const count = texts.wrong.length
  if (count === 0 && !filter.wrong) return null
  return (
    <Group gap="sm" role="alert" className={classes.wrong ?? ''}>
      <Text size="sm">{t('language_texts_wrong', { count })}</Text>
      <Button
        variant="default"
        size="compact-md"
        mih={36}
        onClick={() => onFilter({ search: '', missing: false, changed: false, wrong: !filter.wrong })}
      >
        {t(filter.wrong ? 'language_texts_all' : 'language_texts_wrong_show')}
      </Button>
    </Group>
  )
}

export const LanguageGrid = ({ texts, filter, onFilter }: LanguageGridProps) => {
  const t = useT()
  const format = useFormat()
  const keys = useKeys(texts, filter)
  const { box, rows, height, measure, hold } = useRowWindow(keys, usualHeight)
  const { language } = texts.pairs
  return (
    <>
      <Filters filter={filter} onFilter={onFilter} />
      <Wrong texts={texts} filter={filter} onFilter={onFilter} />
      <div className={classes.columns} aria-hidden>
        <span>{t('language_key')}</span>
        <span>{t('language_english')}</span>
        <bdi>{language.langName}</bdi>
      </div>
      <div ref={box} className={classes.list} data-texts>
        {keys.length === 0 && <Text p="md">{t('nothing_found')}</Text>}
        <ul style={{ height }} aria-label={`${language.langName}: ${format.number(keys.length)}`}>
          {rows.map(({ key, index, top }) => (
            <LanguageGridRow
              key={key}
              textKey={key}
              place={{ index, count: keys.length, top }}
              texts={texts}
              measure={measure}
              onHold={hold}
            />
          ))}
        </ul>
      </div>
    </>
  )
}
