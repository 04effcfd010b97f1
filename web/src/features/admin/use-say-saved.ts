// Says of what was saved from when it applies, in the same words on every page of the operator's.
import { useCallback } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { useNotify } from '../../ui/use-notify.ts'

/**
 * updated: everywhere at once · saved_from_now: a tariff or a promo, of which a quote or a booking keeps what it was made with ·
 * provider_saved_off: a provider that riders are to be offered, and are not yet · notification_kept: a draft
 */
type SavedKey = 'updated' | 'saved_from_now' | 'provider_saved_off' | 'notification_kept'

export const useSaySaved = (): ((key?: SavedKey) => void) => {
  const t = useT()
  const notify = useNotify()
  // however often a list is moved about, it is said once at a time
  return useCallback((key = 'updated') => void notify(t(key), { id: key }), [notify, t])
}
