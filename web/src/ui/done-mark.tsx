import { IconCheck } from '@tabler/icons-react'
import classes from './done-mark.module.css'

/** What was asked for is done, large. */
export const DoneMark = () => (
  <span className={classes.mark}>
    <IconCheck size={36} aria-hidden />
  </span>
)
