// A toast that says what was done.
import { useCallback } from 'react'
import { useT } from '../i18n/provider.tsx'
import { useNotify } from '../ui/use-notify.ts'

export const useSayDone = (): ((key: string) => void) => {
  const t = useT()
  const notify = useNotify()
  return useCallback((key) => void notify(t(key)), [notify, t])
}
