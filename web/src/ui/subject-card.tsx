// One subject of a page: a heading that can be linked to, and what belongs to it.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './subject-card.module.css'

type SubjectCardProps = { id: string; title: string; text?: string | undefined; children?: ReactNode }

export const SubjectCard = ({ id, title, text, children }: SubjectCardProps) => (
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
