// A toast that says what was done.
import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { useT } from '../../i18n/provider.tsx'

export const useSayDone = (): ((key: string) => void) => {
  const t = useT()
  return useCallback((key) => void notifications.show({ message: t(key), closeButtonProps: { 'aria-label': t('close') } }), [t])
}
