import { Text, UnstyledButton } from '@mantine/core'
import { IconMail, IconMessage } from '@tabler/icons-react'
import type { DevMessage } from '@wayfare/contract/messages'
import { useFormat, useT } from '../../i18n/provider.tsx'
import classes from './dev-inbox.module.css'

type DevMessagesListProps = { messages: readonly DevMessage[]; chosen: string | null; onChoose: (id: string) => void }

export const DevMessagesList = ({ messages, chosen, onChoose }: DevMessagesListProps) => {
  const t = useT()
  const format = useFormat()
  return (
    <ul className={classes.list}>
      {messages.map(({ id, kind, to, subject, text, direction, createdAt }) => {
        const Icon = kind === 'mail' ? IconMail : IconMessage
        return (
          <li key={id}>
            <UnstyledButton
              className={classes.item}
              data-chosen={id === chosen || undefined}
              aria-current={id === chosen || undefined}
              onClick={() => onChoose(id)}
            >
              <Icon size={22} role="img" aria-label={t(`dev_inbox_${kind}`)} />
              <span>
                <span className={classes.line}>
                  <bdi className={classes.to} dir={to === null ? undefined : 'ltr'}>
                    {to ?? t('contact_hidden')}
                  </bdi>
                  <time dateTime={new Date(createdAt).toISOString()}>{format.time(createdAt)}</time>
                </span>
                <Text component="span" size="sm" lineClamp={2} dir={direction} className={classes.excerpt}>
                  {subject || text}
                </Text>
              </span>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
