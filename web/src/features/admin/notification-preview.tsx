// A notice as a phone shows it, by day and by night, while it is written.
import { Text } from '@mantine/core'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import classes from './notifications.module.css'

type Words = { title: string; body: string }

const PhoneNotice = ({ title, body, look }: Words & { look: 'light' | 'dark' }) => {
  const t = useT()
  const { appName } = useSettings().data ?? defaultSettings
  return (
    <figure className={classes.phone} data-look={look}>
      <div className={classes.notice}>
        <img src="/images/notice.png" alt="" width={36} height={36} />
        <div className={classes.noticeText}>
          <div className={classes.noticeHead}>
            <bdi>{appName}</bdi>
            <span>{t('notification_now')}</span>
          </div>
          <p className={classes.noticeTitle} dir="auto">
            {title || t('notification_title')}
          </p>
          <p className={classes.noticeBody} dir="auto">
            {body || t('notification_body')}
          </p>
        </div>
      </div>
      <figcaption>{t(`notification_look_${look}`)}</figcaption>
    </figure>
  )
}

export const NotificationPreview = (words: Words) => {
  const t = useT()
  return (
    <section aria-label={t('notification_preview')}>
      <Text fw={500} mb={6}>
        {t('notification_preview')}
      </Text>
      <div className={classes.phones}>
        <PhoneNotice {...words} look="light" />
        <PhoneNotice {...words} look="dark" />
      </div>
    </section>
  )
}
