// Says that the connection is lost and as of when is what is shown.
import { Alert } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import styles from './offline-banner.module.css'

export const OfflineBanner = ({ text }: { /** null while there is a connection */ text: string | null }) => (
  <div role="status" className={styles.place}>
    {text !== null && (
      <Alert color="warn" radius="md" className={styles.banner ?? ''} icon={<IconCloudOff size={20} aria-hidden />}>
        {text}
      </Alert>
    )}
  </div>
)
