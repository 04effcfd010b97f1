import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './system.module.css'

/** A part of the page under its title. */
export const SystemCard = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
