import { ActionIcon, Textarea, UnstyledButton } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { cleanMessage, longestMessage } from '@wayfare/core/chat'
import { useState, type KeyboardEvent } from 'react'
import { useT } from '../i18n/provider.tsx'
import classes from './chat.module.css'

/** Left from when the panel was closed in the middle of a sentence, by person and booking. */
const drafts = new Map<string, string>()

const quickReplies = ['chat_quick_here', 'chat_quick_way', 'chat_quick_minutes', 'chat_quick_where'] as const

type ChatFormProps = { draftKey: string; large: boolean; onSend: (text: string) => void }

/** A line to write on, and answers that take one tap. */
export const ChatForm = ({ draftKey, large, onSend }: ChatFormProps) => {
  const t = useT()
  const [text, setText] = useState(() => drafts.get(draftKey) ?? '')
  const write = (next: string) => {
    drafts.set(draftKey, next)
    setText(next)
  }
  const send = () => {
    const clean = cleanMessage(text)
    if (clean === '') return
    onSend(clean)
    write('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a word that is being put together, as in Japanese
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <div className={classes.form}>
      <div className={classes.quick} data-large={large || undefined} role="group" aria-label={t('chat_quick_label')}>
        {quickReplies.map((key) => (
          <UnstyledButton key={key} className={classes.reply} onClick={() => onSend(t(key))}>
            {t(key)}
          </UnstyledButton>
        ))}
      </div>
      <form
        className={classes.line}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Textarea
          className={classes.text ?? ''}
          aria-label={t('chat_message')}
          placeholder={t('chat_message')}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={longestMessage}
          size={large ? 'lg' : 'md'}
          dir="auto"
          enterKeyHint="send"
          data-autofocus={large ? undefined : true}
        />
        <ActionIcon type="submit" size={large ? 56 : 44} aria-label={t('chat_send')} disabled={cleanMessage(text) === ''}>
          <IconSend2 size={22} aria-hidden className="wf-flip" />
        </ActionIcon>
      </form>
    </div>
  )
}
