// One field for everything: what is typed is looked for among pages, actions and settings, and for the desk among people and bookings.
import { Button, Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { findMeant, paletteGroups, type PaletteItem } from './palette-items.ts'
import styles from './palette.module.css'
import { keepRecent } from './recent-items.ts'
import { maySearch, usePaletteItems, type PalettePage } from './use-palette-items.ts'

type PaletteDialogProps = { me: Me; pages: readonly PalettePage[]; onClose: () => void; onKeys: () => void }

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(count - 1, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
}

const usePalette = ({ me, pages, onClose, onKeys }: PaletteDialogProps) => {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = usePaletteItems(me, pages, { text, onKeys })
  const chosenAt = offered.items.findIndex(({ id }) => id === chosen)
  const at = chosenAt < 0 ? findMeant(offered.items, text) : chosenAt
  const active = offered.items[at] ?? null
  const pick = (item: PaletteItem) => {
    keepRecent(me.id, { ...item, id: item.id.replace(/^recent /, '') })
    onClose()
    if (item.to !== undefined) void navigate(item.to)
    item.run?.()
  }
  const type = (typed: string) => {
    setText(typed)
    setChosen(null)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.nativeEvent.isComposing) return
    if (step && offered.items.length > 0) {
      event.preventDefault()
      setChosen(offered.items[step(at, offered.items.length)]?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) pick(active)
    }
  }
  return { ...offered, text, type, active, setChosen, pick, press }
}

type Palette = ReturnType<typeof usePalette>

const optionId = (listId: string, { id }: PaletteItem): string => `${listId}-${id.replaceAll(/[^\w-]/g, '_')}`

const Option = ({ item, palette, listId }: { item: PaletteItem; palette: Palette; listId: string }) => {
  const isActive = palette.active?.id === item.id
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { icon: Icon } = item
  return (
    <div
      ref={element}
      id={optionId(listId, item)}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // the field keeps the focus
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => palette.setChosen(item.id)}
      onClick={() => palette.pick(item)}
    >
      <Icon size={20} aria-hidden />
      <span className={styles.words}>
        <bdi>{item.label}</bdi>
        {item.detail && (
          <span className={styles.detail}>
            <bdi>{item.detail}</bdi>
          </span>
        )}
      </span>
    </div>
  )
}

const Options = ({ palette, listId }: { palette: Palette; listId: string }) => {
  const t = useT()
  const groups = paletteGroups.filter((group) => palette.items.some((item) => item.group === group))
  return (
    <div id={listId} role="listbox" aria-label={t('palette_results')} className={styles.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <div id={`${listId}-${group}`} className={styles.heading}>
            {t(`palette_${group}`)}
          </div>
          {palette.items
            .filter((item) => item.group === group)
            .map((item) => (
              <Option key={item.id} item={item} palette={palette} listId={listId} />
            ))}
        </div>
      ))}
    </div>
  )
}

/** How many there are, or why there are none; told to those who do not see the list, too. */
const Status = ({ palette }: { palette: Palette }) => {
  const t = useT()
  const problemText = useProblemText()
  const { cause, typed, items, searching } = palette
  const isEmpty = items.length === 0 && !searching && cause === null
  return (
    <>
      <div role="status" className={isEmpty ? styles.note : 'wf-hidden'}>
        {isEmpty
          ? t('palette_none', { text: typed })
          : searching
            ? t('palette_searching')
            : t('palette_count', { count: items.length })}
      </div>
      {cause !== null && (
        <div role="alert" className={styles.note}>
          {t('palette_failed')} {problemText(cause)}{' '}
          <Button variant="default" onClick={palette.reload}>
            {t('try_again')}
          </Button>
        </div>
      )}
    </>
  )
}

const Hints = () => {
  const t = useT()
  return (
    <div className={styles.hints} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette_hint_move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('palette_hint_open')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('palette_hint_close')}
      </span>
    </div>
  )
}

const Field = ({ me, palette, listId }: { me: Me; palette: Palette; listId: string }) => {
  const t = useT()
  const isNarrow = useNarrow()
  const hint = maySearch(me) ? 'palette_placeholder_desk' : 'palette_placeholder'
  return (
    <div className={styles.field}>
      {palette.searching ? <Loader size={20} aria-hidden /> : <IconSearch size={20} aria-hidden />}
      <input
        data-autofocus
        role="combobox"
        aria-label={t('palette_open')}
        aria-expanded={palette.items.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={palette.active ? optionId(listId, palette.active) : undefined}
        type="text"
        enterKeyHint="go"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={t(isNarrow ? 'palette_button' : hint)}
        value={palette.text}
        onChange={(event) => palette.type(event.currentTarget.value)}
        onKeyDown={palette.press}
      />
    </div>
  )
}

export const PaletteDialog = (props: PaletteDialogProps) => {
  const t = useT()
  const palette = usePalette(props)
  const listId = useId()
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('palette_open')}
      centered={false}
      yOffset="min(12dvh, 96px)"
      xOffset={8}
      size={640}
      padding={0}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: 'wf-hidden',
        body: styles.body ?? '',
      }}
    >
      <Field me={props.me} palette={palette} listId={listId} />
      <Status palette={palette} />
      <Options palette={palette} listId={listId} />
      <Hints />
    </Dialog>
  )
}
