// Says that the connection is lost and what becomes of what is shown.
import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import styles from './offline-banner.module.css'
import { useText } from './text.ts'

export const OfflineBanner = ({ offline }: { offline: boolean }) => {
  const t = useText()
  return (
    <div role="status" className={styles.place}>
      {offline && (
        <Alert color="warn" radius="md" className={styles.banner ?? ''} icon={<IconCloudOff size={20} aria-hidden />}>
          {t('offline_banner')}
        </Alert>
      )}
    </div>
  )
}
