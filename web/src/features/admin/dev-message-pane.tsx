import { Alert, Anchor, Button, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useDevMessage } from '../../api/dev-inbox.ts'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './dev-inbox.module.css'

type Message = NonNullable<ReturnType<typeof useDevMessage>['data']>

/** The text as it was sent, with its address as a link. */
const PlainText = ({ text, direction }: Pick<Message, 'text' | 'direction'>) => (
  <div className={classes.text} dir={direction}>
    {text.split(/(https?:\/\/\S+)/).map((part, index) =>
      /^https?:/.test(part) ? (
        <Anchor key={index} href={part} target="_blank" rel="noopener" dir="ltr">
          {part}
        </Anchor>
      ) : (
        part
      ),
    )}
  </div>
)

/** No script runs in the frame and nothing is sent from it; a click may open a page of its own. */
const MailFrame = ({ html, subject }: { html: string; subject: string }) => (
  <iframe
    className={classes.frame}
    title={subject}
    srcDoc={html}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    referrerPolicy="no-referrer"
  />
)

const Letter = ({ message }: { message: Message }) => {
  const t = useT()
  const format = useFormat()
  const [view, setView] = useState('formatted')
  const { subject, kind, to, createdAt, html, text, direction } = message
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h4" dir={subject ? direction : undefined}>
          {subject || t(`dev_inbox_${kind}`)}
        </Title>
        <dl className={classes.facts}>
          <div>
            <dt>{t('dev_inbox_to')}</dt>
            <dd>
              <bdi dir={to === null ? undefined : 'ltr'}>{to ?? t('contact_hidden')}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('dev_inbox_sent')}</dt>
            <dd>{format.dateTime(createdAt)}</dd>
          </div>
        </dl>
      </div>
      {html !== null && (
        <SegmentedControl
          className={classes.views}
          aria-label={t('dev_inbox_view')}
          value={view}
          onChange={setView}
          data={[
            { value: 'formatted', label: t('dev_inbox_formatted') },
            { value: 'plain', label: t('dev_inbox_plain') },
          ]}
        />
      )}
      {html !== null && view === 'formatted' ? (
        <MailFrame html={html} subject={subject} />
      ) : (
        <PlainText text={text} direction={direction} />
      )}
    </Stack>
  )
}

/** One message, as whoever it was meant for would read it. */
export const DevMessagePane = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useT()
  const problemText = useProblemText()
  const { language } = useLanguage()
  const { data, error } = useDevMessage(id)
  return (
    <Stack gap="sm">
      <Button
        className={classes.back}
        hiddenFrom="md"
        variant="subtle"
        color="neutral"
        size="md"
        mih="var(--wf-touch)"
        leftSection={<IconArrowLeft size={20} aria-hidden data-mirrored={language.direction === 'rtl' || undefined} />}
        onClick={onBack}
      >
        {t('dev_inbox_back')}
      </Button>
      {error.flag && (
        <Alert color="danger" role="alert">
          <Text>{problemText(error.cause)}</Text>
        </Alert>
      )}
      {!data && !error.flag && <Skeleton height={320} radius="lg" />}
      {data && <Letter message={data} />}
    </Stack>
  )
}
