import { Anchor } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import classes from './driver.module.css'

/** Calls with one touch; an extension is for the ear that answers. */
export const CallButton = ({ phone, label }: { phone: string; label: string }) => (
  <Anchor className={classes.call} href={`tel:${phone.replace(/x.*$/i, '').replaceAll(/[^\d+]/g, '')}`} underline="never">
    <IconPhone size={22} aria-hidden />
    <span>{label}</span>
  </Anchor>
)
