import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './wallet.module.css'

type WalletCardProps = { id: string; title: string; text?: string; children?: ReactNode }

/** One subject of the wallet under its heading. */
export const WalletCard = ({ id, title, text, children }: WalletCardProps) => (
  <section id={id} className={classes.card} aria-labelledby={`${id}-title`}>
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
