// Says that the server is out of reach, with the time that what is shown is of. A part of its own: when the connection comes or goes,
// only these words are drawn again, and not the page around them.
import { contactAt, isContactOld, useRecalled } from './api/contact.ts'
import { useLiveState } from './api/live.ts'
import { useFormat, useT } from './i18n/provider.tsx'
import { OfflineBanner } from './ui/offline-banner.tsx'

const useOfflineText = (): string | null => {
  const t = useT()
  const format = useFormat()
  const isRecalled = useRecalled()
  const isOffline = useLiveState() === 'offline' || isRecalled
  if (!isOffline) return null
  const at = contactAt()
  if (at === null) return t('offline_banner')
  return t('offline_as_of', { time: isContactOld() ? format.dateTime(at) : format.time(at) })
}

export const OfflineNotice = () => <OfflineBanner text={useOfflineText()} />
