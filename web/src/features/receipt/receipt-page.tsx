import { Anchor, Button, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconFileDownload, IconPrinter } from '@tabler/icons-react'
import { getReceipt, getReceiptPdf, type Receipt } from '@wayfare/contract/bookings-receipt'
import { presentFareRows, presentPaidRows, presentReceiptFacts, splitRows } from '@wayfare/contract/receipt-words'
import { asId } from '@wayfare/core/ids'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { callFile } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useFormatIn, useLanguage, useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { saveFile } from '../../ui/save-text.ts'
import { ReceiptLines } from '../../shared/receipt-lines.tsx'
import classes from './receipt.module.css'

const RouteMap = makeLazyPart(async () => (await import('../../map/route-map.tsx')).RouteMap, null)

const icon = { size: 20, 'aria-hidden': true } as const

const Operator = ({ operator }: Pick<Receipt, 'operator'>) => (
  <div>
    <Text fw={700}>{operator.name}</Text>
    {operator.email !== '' && (
      <Text size="sm">
        <bdi dir="ltr">{operator.email}</bdi>
      </Text>
    )}
    {operator.website !== '' && (
      <Text size="sm">
        <bdi dir="ltr">{operator.website}</bdi>
      </Text>
    )}
  </div>
)

/** What one holds in the hand: the same words and figures as the file. */
const Paper = ({ receipt }: { receipt: Receipt }) => {
  const t = useT()
  const format = useFormatIn(receipt.currency)
  return (
    <Stack component="article" className={classes.paper} gap="lg" aria-labelledby="receipt-title">
      <Group justify="space-between" align="start">
        <Title order={1} size="h2" id="receipt-title">
          {t('receipt_title')}
        </Title>
        <Operator operator={receipt.operator} />
      </Group>
      <dl className={classes.facts}>
        {presentReceiptFacts(receipt, t, format).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {receipt.way && (
        <div className={classes.map}>
          <RouteMap
            pickup={{ ...receipt.way.from, add: receipt.pickup }}
            drop={{ ...receipt.way.to, add: receipt.drop }}
            polyline={receipt.way.polyline}
          />
        </div>
      )}
      <Divider />
      <Title order={2} size="h5">
        {t('receipt_fare')}
      </Title>
      <ReceiptLines lines={presentFareRows(receipt, t, format)} />
      <Title order={2} size="h5">
        {t('receipt_paid_by')}
      </Title>
      <ReceiptLines lines={presentPaidRows(receipt, t, format)} />
      {receipt.split && (
        <>
          <Title order={2} size="h5">
            {t('receipt_split')}
          </Title>
          <ReceiptLines lines={splitRows(receipt, t, format)} />
        </>
      )}
    </Stack>
  )
}

const Tools = ({ receipt }: { receipt: Receipt }) => {
  const t = useT()
  const { language } = useLanguage()
  const problem = useProblem()
  const [saving, setSaving] = useState(false)
  const id = receipt.bookingId
  const save = () => {
    setSaving(true)
    callFile(getReceiptPdf, { id, language: language.langLocale })
      .then((file) => saveFile(file, `receipt-${id}.pdf`), problem)
      .finally(() => setSaving(false))
  }
  return (
    <Group className={classes.tools ?? ''} gap="sm">
      <Button size="md" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
        {t('receipt_print')}
      </Button>
      <Button size="md" variant="default" leftSection={<IconFileDownload {...icon} />} loading={saving} onClick={save}>
        {t('receipt_pdf')}
      </Button>
    </Group>
  )
}

/** The receipt of one booking, to print or to keep. */
export const ReceiptPage = () => {
  const t = useT()
  const { id = '' } = useParams()
  const { data, error, reload } = useRead(queryKeys.receipt(id), getReceipt, { id: asId<'booking'>(id) })
  return (
    <Stack gap="md">
      <div className={classes.tools}>
        <Anchor component={Link} to={`/bookings/${id}`} className={classes.back}>
          <IconArrowLeft {...icon} className="wf-flip" />
          <span>
            {t('booking_id')} <bdi dir="ltr">{id}</bdi>
          </span>
        </Anchor>
      </div>
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={520} radius="lg" maw="var(--wf-width-prose)" />}
      {data && (
        <>
          <Tools receipt={data} />
          <Paper receipt={data} />
        </>
      )}
    </Stack>
  )
}
