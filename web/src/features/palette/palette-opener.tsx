// The way to the palette from every signed-in page: a button, Ctrl or ⌘ with K, and the keys that act everywhere.
import { IconSearch } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { useKeys, type Shortcut } from '../../ui/use-keys.ts'
import { readCommandKey } from './command-key.ts'
import styles from './palette.module.css'
import { useAskedField } from './use-asked-field.ts'
import type { PalettePage } from './use-palette-items.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { newBooking } from './palette-items.ts'
import { mayCall } from '@wayfare/contract/endpoint'
import { getDashboard } from '@wayfare/contract/reports'

const PaletteDialog = makeLazyPart(async () => (await import('./palette-dialog.tsx')).PaletteDialog, null)
const KeysDialog = makeLazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog, null)

type Opened = 'palette' | 'keys' | null

/** The search of the page itself, where it has one. */
const focusPageSearch = (): boolean => {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]:not(:disabled)')
  field?.focus()
  return field !== null
}

const useFrameKeys = ({ userType }: Me, open: (what: Opened) => void) => {
  const t = useT()
  const navigate = useNavigate()
  const go = (keys: string, label: string, to: string): Shortcut => ({ keys, label, run: () => void navigate(to) })
  const start = newBooking[userType]
  const search = () => {
    if (!focusPageSearch()) open('palette')
  }
  useKeys([
    { keys: '?', label: t('key_help'), run: () => open('keys') },
    { keys: '/', label: t('key_search'), run: search },
    ...(start ? [go('n', t(start.label), start.to)] : []),
    go('g b', t('key_bookings'), '/bookings'),
    ...(mayCall(getDashboard, userType)
      ? [go('g d', t('key_dashboard'), '/dashboard'), go('g m', t('key_map'), '/dashboard#map')]
      : []),
  ])
}

const useCommandK = (toggle: () => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK'
      if (!isK || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [toggle])
}

type PaletteOpenerProps = { me: Me; pages: readonly PalettePage[]; /** a sign, and no words beside it */ bare?: boolean }

export const PaletteOpener = ({ me, pages, bare = false }: PaletteOpenerProps) => {
  const t = useT()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  useAskedField()
  useFrameKeys(me, setOpened)
  useCommandK(() => setOpened((now) => (now === 'palette' ? null : 'palette')))
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        data-bare={bare || undefined}
        aria-label={t('palette_open')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpened('palette')}
      >
        <IconSearch size={20} aria-hidden />
        <span aria-hidden>{t('palette_button')}</span>
        <kbd aria-hidden dir="ltr">
          {readCommandKey()} K
        </kbd>
      </button>
      {opened === 'palette' && (
        <PaletteDialog me={me} pages={pages} onClose={close} onKeys={() => setTimeout(() => setOpened('keys'))} />
      )}
      {opened === 'keys' && <KeysDialog onClose={close} />}
    </>
  )
}
