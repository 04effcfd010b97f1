// Tells something in passing: long enough to be read, with a way to close it, and to those who hear the page, too.
import { notifications } from '@mantine/notifications'
import { useCallback, type ReactNode } from 'react'
import { useText } from './text.ts'

/** To see that there is something (ms). */
const noticeMs = 5000
/** A letter at 170 words a minute (ms). */
const letterMs = 60

/** How long a text stays (ms). */
const readingMs = (text: string): number => noticeMs + letterMs * text.length

type Notifier = (
  text: string,
  more?: {
    id?: string
    /** what is shown, where that is more than the text */
    body?: ReactNode
    /** stays so long at least (ms), for what is to be done about it */
    atLeastMs?: number
    /** somebody must look at it: it is said at once and stays until it is closed */
    isUrgent?: boolean
  },
) => string

/** Shows a notice and gives its id. */
export const useNotify = (): Notifier => {
  const t = useText()
  return useCallback(
    (text, { id, body, atLeastMs = 0, isUrgent = false } = {}) =>
      notifications.show({
        ...(id === undefined ? {} : { id }),
        message: body ?? text,
        autoClose: isUrgent ? false : Math.max(atLeastMs, readingMs(text)),
        role: isUrgent ? 'alert' : 'status',
        ...(isUrgent ? { color: 'danger' } : {}),
        closeButtonProps: { 'aria-label': t('close'), size: 44 },
      }),
    [t],
  )
}
