// What a demo would have sent: a list of messages and the one that is read, side by side, on a phone one after the other.
import { Button, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconMailbox, IconSearch } from '@tabler/icons-react'
import { devInboxSize } from '@wayfare/contract/messages'
import { useState } from 'react'
import { useDevMessages } from '../../api/dev-inbox.ts'
import { useT } from '../../i18n/provider.tsx'
import { isAnyText, useAddressView } from '../../shared/use-address-view.ts'
import { useTypedText } from '../../shared/use-typed-text.ts'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { DevMessagePane } from './dev-message-pane.tsx'
import { DevMessagesList } from './dev-messages-list.tsx'
import classes from './dev-inbox.module.css'

const PAGE = 50

const Nothing = ({ text }: { text: string }) => (
  <Stack className={classes.nothing} align="center" gap="xs">
    <IconMailbox size={40} aria-hidden />
    <Text ta="center">{text}</Text>
  </Stack>
)

/** The chosen message lives in the address, so that the browser's way back leads from it to the list. */
const fields = { message: isAnyText }

export const DevInboxPage = () => {
  const t = useT()
  const [search, setSearch] = useState('')
  const asked = useTypedText(search)
  const [limit, setLimit] = useState(PAGE)
  const { view, change } = useAddressView(fields, { push: true })
  const chosen = view.message ?? null
  const { data, error, reload } = useDevMessages(asked, limit)
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  return (
    <div className={classes.page} data-reading={chosen !== null || undefined}>
      <header className={classes.head}>
        <Title order={1} size="h3">
          {t('nav_dev_inbox')}
        </Title>
        <Text c="dimmed">{t('dev_inbox_intro')}</Text>
      </header>
      <section className={classes.side} aria-label={t('dev_inbox_list')}>
        <TextInput
          type="search"
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
          aria-label={t('dev_inbox_search')}
          placeholder={t('dev_inbox_search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          styles={{ input: { minHeight: 'var(--wf-touch)' } }}
        />
        {!data && [0, 1, 2].map((key) => <Skeleton key={key} height={84} radius="md" />)}
        {data?.messages.length === 0 && <Nothing text={t(asked ? 'dev_inbox_no_match' : 'dev_inbox_empty')} />}
        {data && <DevMessagesList messages={data.messages} chosen={chosen} onChoose={(message) => change({ message })} />}
        {data && data.total > data.messages.length && (
          <Button
            variant="default"
            size="md"
            mih="var(--wf-touch)"
            onClick={() => setLimit((now) => Math.min(now + PAGE, devInboxSize))}
          >
            {t('dev_inbox_older')}
          </Button>
        )}
      </section>
      <section className={classes.pane} aria-label={t('dev_inbox_reading')}>
        {chosen === null ? (
          <Nothing text={t('dev_inbox_choose')} />
        ) : (
          <DevMessagePane key={chosen} id={chosen} onBack={() => change({ message: null })} />
        )}
      </section>
    </div>
  )
}
