// The one alert dialog, and how a failed call is told.
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { AlertContent } from './alert-dialog.tsx'
import { chooseFailureTitle, chooseInputTitle, describeWait, findFailure, isSilent } from './failures.ts'
import { useText } from './text.ts'
import { makeLazyPart } from './lazy-part.ts'

// the dialog's own code is fetched when something must be said for the first time
const AlertDialog = makeLazyPart(async () => (await import('./alert-dialog.tsx')).AlertDialog, null)

type ShowAlert = (message: string, more: Omit<AlertContent, 'message'>) => void

const AlertContext = createContext<ShowAlert>(() => undefined)

/** Opens the one alert dialog, titled for what it says. `action` adds a second button, `onClose` runs when it is closed, `focusAfter` says where to go on. */
export const useAlert = (): ShowAlert => useContext(AlertContext)

type Teller = (key: string, more?: Partial<Omit<AlertContent, 'message'>> & { after?: string }) => void

/** Tells a message in the alert dialog, and what belongs to it `after`: literal ones of the specification have its title, 'Alert'. */
export const useTell = (): Teller => {
  const alert = useAlert()
  const t = useText()
  return useCallback(
    (key, { after, ...more } = {}) =>
      alert([t(key), after].filter(Boolean).join(' '), { title: t(chooseInputTitle(key)), ...more }),
    [alert, t],
  )
}

/** The text of a failure: its key translated, or the server's message when the key is not known. */
export const useProblemText = (): ((cause: unknown) => string) => {
  const t = useText()
  return useCallback(
    (cause) => {
      const failure = findFailure(cause)
      if (!failure) return t('server_error')
      const wait = describeWait(failure)
      if (wait) return t(wait.key, { count: wait.count })
      const text = t(failure.key)
      return text === failure.key ? failure.message : text
    },
    [t],
  )
}

/** Tells a failed call in the alert dialog, titled for its kind, with the id to quote; booking and wallet failures show their code too. */
export const useProblem = (): ((cause: unknown, options?: { withCode?: boolean; onClose?: () => void }) => void) => {
  const alert = useAlert()
  const t = useText()
  const text = useProblemText()
  return useCallback(
    (cause, options = {}) => {
      const failure = findFailure(cause)
      // the session has ended: the page to sign in says so itself, once, however many calls met it
      if (failure?.key === 'unauthorized' || isSilent(cause)) return
      alert(text(cause), {
        title: t(chooseFailureTitle(failure)),
        code: options.withCode ? failure?.key : undefined,
        requestId: failure?.requestId ?? undefined,
        onClose: options.onClose,
      })
    },
    [alert, t, text],
  )
}

/** The dialog's code may come after it was opened, too late to see where the focus was: it is brought back from here. */
const useFocusReturn = (opened: boolean, focusAfter: AlertContent['focusAfter']) => {
  const before = useRef<HTMLElement | null>(null)
  const after = useRef(focusAfter)
  useEffect(() => void (after.current = focusAfter), [focusAfter])
  useEffect(() => {
    if (!opened) return undefined
    const now = document.activeElement
    before.current = now instanceof HTMLElement && now !== document.body ? now : null
    return () => {
      const [find, element] = [after.current, before.current]
      setTimeout(() => {
        const field = find?.()
        if (field) field.focus()
        else element?.focus({ preventScroll: true })
      }, 20)
    }
  }, [opened])
}

export const AlertProvider = ({ children }: { children: ReactNode }) => {
  const [content, setContent] = useState<AlertContent | null>(null)
  const [opened, setOpened] = useState(false)
  useFocusReturn(opened, content?.focusAfter)
  const show = useCallback<ShowAlert>((message, more) => {
    setContent({ message, ...more })
    setOpened(true)
  }, [])
  return (
    <AlertContext value={show}>
      {children}
      {content && <AlertDialog content={content} opened={opened} onHide={() => setOpened(false)} />}
    </AlertContext>
  )
}
