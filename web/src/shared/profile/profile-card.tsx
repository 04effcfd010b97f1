// One subject of the profile: a heading that can be linked to, and what belongs to it.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './profile.module.css'

export type ProfileCardProps = { id: string; title: string; text?: string | undefined; children: ReactNode }

export const ProfileCard = ({ id, title, text, children }: ProfileCardProps) => (
  <section id={id} className={classes.card} aria-labelledby={`${id}-title`} tabIndex={-1}>
    <div>
      <Title order={2} size="h4" id={`${id}-title`}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
    </div>
    {children}
  </section>
)
