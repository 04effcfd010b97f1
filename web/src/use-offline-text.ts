// Whether the server is out of reach, in words, with the time that what is shown is of.
import { contactAt, isContactOld, useRecalled } from './api/contact.ts'
import { useLiveState } from './api/live.ts'
import { useFormat, useT } from './i18n/provider.tsx'

export const useOfflineText = (): string | null => {
  const t = useT()
  const format = useFormat()
  const isRecalled = useRecalled()
  const isOffline = useLiveState() === 'offline' || isRecalled
  if (!isOffline) return null
  const at = contactAt()
  if (at === null) return t('offline_banner')
  return t('offline_as_of', { time: isContactOld() ? format.dateTime(at) : format.time(at) })
}
