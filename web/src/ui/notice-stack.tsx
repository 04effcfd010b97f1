// Where notices stand: the newest in front, and all of them while the pointer or the focus is there, when none goes by itself.
import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import classes from './notice-stack.module.css'

/** What is beyond this waits, however new it is. */
const most = 20

/** Over every dialog. Screen readers hear of a region only what comes after it: this one is there before the first notice. */
export const NoticeStack = () => (
  <Notifications
    position="top-center"
    layout="stacked"
    limit={most}
    zIndex={450}
    aria-live="polite"
    className={classes.stack ?? ''}
  />
)
