import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './trip.module.css'

type RowActionProps = { icon: ReactNode; label: string; onClick: () => void; name?: string; danger?: boolean; pressed?: boolean }

/** One of the things a driver may do beside driving, in the row below the stop: an icon over a word. */
export const RowAction = ({ icon, label, onClick, name, danger = false, pressed = false }: RowActionProps) => (
  <UnstyledButton
    className={classes.action}
    data-danger={danger || undefined}
    data-pressed={pressed || undefined}
    aria-label={name ?? label}
    onClick={onClick}
  >
    {icon}
    <span>{label}</span>
  </UnstyledButton>
)
