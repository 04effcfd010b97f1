// Asks before unsaved changes are left behind, within the site and when the tab closes.
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export const LeaveGuard = ({ changed }: { changed: number }) => {
  const t = useT()
  const isDirty = changed > 0
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!isDirty) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isDirty])
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t('settings_leave_title')}
      confirmLabel={t('settings_leave')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('settings_leave_text', { count: changed })}
    </ConfirmDialog>
  )
}
