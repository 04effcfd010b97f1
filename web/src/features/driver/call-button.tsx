import { Anchor } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import classes from './driver.module.css'
import { makePhoneLink } from '../../shared/phone-link.ts'

/** Calls with one touch. */
export const CallButton = ({ phone, label }: { phone: string; label: string }) => (
  <Anchor className={classes.call} href={makePhoneLink(phone)} underline="never">
    <IconPhone size={22} aria-hidden />
    <span>{label}</span>
  </Anchor>
)
