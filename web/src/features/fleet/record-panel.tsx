// Who did what to a booking, and every line of the ledger that it caused: for admins.
import { Alert, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { getBookingRecord, type BookingEntry, type HistoryEntry } from '@wayfare/contract/bookings-desk'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { Format } from '@wayfare/core/format'
import { AuditLink } from '../../shared/audit-link.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import type { Translator } from '../../ui/text.ts'
import classes from './fleet.module.css'
import { LegalHold } from './legal-hold.tsx'

const claimKeys = {
  claimOpened: 'deed_claim_opened',
  claimGranted: 'deed_claim_granted',
  claimRefused: 'deed_claim_refused',
  claimLapsed: 'deed_claim_lapsed',
  claimPaid: 'deed_claim_paid',
} as const

const isOfClaim = (what: HistoryEntry['what']): what is keyof typeof claimKeys => what in claimKeys

/** What was done, in a sentence. */
const sentenceOf = ({ what, from, to, driverName }: HistoryEntry, t: Translator, format: Format): string => {
  const driver = driverName ?? '–'
  if (what === 'status') return t('deed_status', { status: t(`status_${(to ?? '').toLowerCase()}`) })
  if (what === 'dateChanged') return t('deed_date', { from: format.dateTime(Number(from)), to: format.dateTime(Number(to)) })
  if (what === 'priceChanged') return t('deed_price', { from: format.money(from ?? '0'), to: format.money(to ?? '0') })
  if (isOfClaim(what)) return t(claimKeys[what], { amount: format.exactMoney(to ?? '0') })
  if (what === 'codeLocked') return t('deed_code_locked')
  return t(`deed_${what}`, { driver })
}

const DeedRow = ({ deed }: { deed: HistoryEntry }) => {
  const t = useT()
  const format = useFormat()
  return (
    <li>
      <span>{sentenceOf(deed, t, format)}</span>
      <Text span size="sm" c="dimmed">
        {format.dateTime(deed.at)} · {t(`by_${deed.by}`)}
        {deed.name && (
          <>
            {' · '}
            <bdi>{deed.name}</bdi>
          </>
        )}
      </Text>
    </li>
  )
}

const EntryRow = ({ entry }: { entry: BookingEntry }) => {
  const t = useT()
  const format = useFormat()
  return (
    <tr>
      <td>
        {t(`ledger_account_${entry.account}`)}
        {entry.ownerName && (
          <>
            {' · '}
            <bdi>{entry.ownerName}</bdi>
          </>
        )}
      </td>
      <td>
        <bdi>{format.exactMoney(entry.amount)}</bdi>
      </td>
    </tr>
  )
}

export const RecordPanel = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const problemText = useProblemText()
  const { id } = booking
  const { data, error } = useRead(queryKeys.bookingRecord(id), getBookingRecord, { id })
  if (error.flag)
    return (
      <Alert color="danger" role="alert">
        {problemText(error.cause)}
      </Alert>
    )
  if (!data) return <Skeleton height={140} />
  return (
    <Stack gap="lg">
      <section aria-labelledby="entries-title">
        <Title order={3} size="h5" id="entries-title" mb="xs">
          {t('entries_title')}
        </Title>
        {data.entries.length === 0 && <Text c="dimmed">{t('entries_none')}</Text>}
        {data.entries.length > 0 && (
          <table className={classes.entries} aria-labelledby="entries-title">
            <tbody>
              {data.entries.map((entry, at) => (
                // lines are never changed, only added
                // oxlint-disable-next-line react/no-array-index-key
                <EntryRow key={at} entry={entry} />
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section aria-labelledby="deeds-title">
        <Title order={3} size="h5" id="deeds-title" mb="xs">
          {t('deeds_title')}
        </Title>
        <ol className={classes.deeds}>
          {data.deeds.map((deed) => (
            <DeedRow key={`${deed.at}-${deed.what}-${deed.to}`} deed={deed} />
          ))}
        </ol>
        <AuditLink kind="booking" id={id} />
      </section>
      <LegalHold of={{ booking: id }} held={data.legalHold} />
    </Stack>
  )
}
