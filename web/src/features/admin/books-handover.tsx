// The books for an accountant: the journal of a period as a file, and what reached the bank.
import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { exportJournal, listDeposits, type BankDeposit } from '@wayfare/contract/wallet-journal'
import { toCityTime } from '@wayfare/core/city-time'
import { getProviderTitle } from '@wayfare/core/providers'
import { defaultSettings } from '@wayfare/core/settings'
import { useState } from 'react'
import { callEndpoint, callFile } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useReadPages, useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ExportMenu } from '../../shared/export-menu.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import classes from './books.module.css'
import { DepositDialog } from './deposit-dialog.tsx'

const key = [...queryKeys.books, 'deposits']

/** The month that the city's calendar shows, up to today. */
const monthOf = (timeZone: string) => {
  const today = toCityTime(Date.now(), timeZone).slice(0, 10)
  return { from: `${today.slice(0, 8)}01`, to: today }
}

const Journal = () => {
  const t = useT()
  const { timeZone } = useSettings().data ?? defaultSettings
  const [span, setSpan] = useState(() => monthOf(timeZone))
  const isDay = (['from', 'to'] as const).every((name) => span[name] !== '')
  return (
    <Group align="end" gap="sm">
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={t(name === 'from' ? 'filter_from' : 'filter_to')}
          value={span[name]}
          onChange={(event) => setSpan({ ...span, [name]: event.currentTarget.value })}
        />
      ))}
      {isDay && (
        <ExportMenu
          name={`journal-${span.from}-${span.to}`}
          fetchFile={(format) => callFile(exportJournal, { ...span, format })}
        />
      )}
    </Group>
  )
}

const Deposit = ({ deposit }: { deposit: BankDeposit }) => {
  const t = useT()
  const format = useFormat()
  const { source, provider, amount, fee, currency, date, note } = deposit
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <div>
        <Text fw={600}>{source === 'provider' ? getProviderTitle(provider ?? '') : t('deposit_source_cashbox')}</Text>
        <Text size="sm" c="dimmed">
          {format.dateTime(date)}
          {note && (
            <>
              {' · '}
              <bdi>{note}</bdi>
            </>
          )}
        </Text>
      </div>
      <div>
        <Text fw={600} ta="end">
          <bdi>{format.exactMoney(amount, currency)}</bdi>
        </Text>
        {Number(fee) > 0 && (
          <Text size="sm" c="dimmed" ta="end">
            {t('deposit_fee_of', { amount: format.exactMoney(fee, currency) })}
          </Text>
        )}
      </div>
    </Group>
  )
}

const useDeposits = () => useReadPages(key, (place, options) => callEndpoint(listDeposits, place, options))

const Deposits = () => {
  const t = useT()
  const query = useDeposits()
  const deposits = query.data?.pages.flatMap((page) => page.deposits) ?? []
  if (query.isPending) return <Skeleton height={96} />
  if (query.isError) return <LoadAlert cause={query.error} onAgain={() => void query.refetch()} />
  if (deposits.length === 0) return <Text c="dimmed">{t('deposits_none')}</Text>
  return (
    <Stack gap="sm">
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {deposits.map((deposit) => (
          <Deposit key={deposit.id} deposit={deposit} />
        ))}
      </Stack>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('table_more')}
        </Button>
      )}
    </Stack>
  )
}

export const BooksHandover = () => {
  const t = useT()
  const [isRecording, setRecording] = useState(false)
  return (
    <>
      <section className={classes.card} aria-label={t('journal_title')}>
        <Title order={2} size="h5" mb={4}>
          {t('journal_title')}
        </Title>
        <Text c="dimmed" mb="sm">
          {t('journal_text')}
        </Text>
        <Journal />
      </section>
      <section className={classes.card} aria-label={t('deposits_title')}>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h5">
            {t('deposits_title')}
          </Title>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setRecording(true)}>
            {t('deposit_record')}
          </Button>
        </Group>
        <Deposits />
      </section>
      {isRecording && <DepositDialog onClose={() => setRecording(false)} />}
    </>
  )
}
