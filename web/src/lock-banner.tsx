// Says on every page of the desk that critical edits are locked, until it is put away for this visit.
import { CloseButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { isDeskRole } from '@wayfare/core/accounts'
import { useState } from 'react'
import { useSettings } from './api/queries.ts'
import { useSession } from './api/session.tsx'
import { useT } from './i18n/provider.tsx'
import { lockedNoteId } from './ui/locked-note.ts'
import styles from './lock-banner.module.css'
import { readStored, writeStored } from './ui/storage.ts'

const storageKey = 'wayfare.lockBanner'

export const LockBanner = () => {
  const t = useT()
  const { me } = useSession()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const [closed, setClosed] = useState(() => readStored(storageKey, 'sessionStorage') !== null)
  if (!isLocked || !me || !isDeskRole(me.userType)) return null
  return (
    <>
      <span id={lockedNoteId} hidden>
        {t('demo_mode')}
      </span>
      {!closed && (
        <div className={styles.banner} role="note">
          <IconLock size={18} aria-hidden className={styles.icon} />
          <span>{t('lock_banner')}</span>
          <CloseButton
            size={44}
            iconSize={18}
            aria-label={t('close')}
            onClick={() => {
              writeStored(storageKey, 'closed', 'sessionStorage')
              setClosed(true)
            }}
          />
        </div>
      )}
    </>
  )
}
