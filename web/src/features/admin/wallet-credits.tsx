// What the office added to somebody's wallet, newest first, each of which can be taken back once.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { formatPersonName } from '@wayfare/core/accounts'
import { listWalletCredits, type WalletCredit } from '@wayfare/contract/wallet-credits'
import type { WalletOwner } from '@wayfare/contract/wallet-admin'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'

const keyOf = (user: string) => ['walletCredits', user] as const

const Credit = ({ credit, onTakeBack }: { credit: WalletCredit; onTakeBack: () => void }) => {
  const t = useT()
  const format = useFormat()
  const { amount, currency, date, by, note, takenBack } = credit
  const money = (value: string) => format.exactMoney(value, currency)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" component="li">
      <div>
        <Text fw={600}>
          <bdi>{money(amount)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('credit_by', { name: by, date: format.dateTime(date) })}
        </Text>
        {note !== '' && <Text size="sm">{note}</Text>}
        {takenBack && (
          <Text size="sm" fw={600}>
            {t('credit_taken', { amount: money(takenBack.amount), reason: takenBack.reason })}
          </Text>
        )}
      </div>
      {!takenBack && (
        <Button variant="default" onClick={onTakeBack} style={{ flexShrink: 0 }}>
          {t('credit_take_back')}
        </Button>
      )}
    </Group>
  )
}

type WalletCreditsProps = { owner: WalletOwner; onBalance: (balance: string) => void }

export const WalletCredits = ({ owner, onBalance }: WalletCreditsProps) => {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const alert = useAlert()
  const [taking, setTaking] = useState<WalletCredit | null>(null)
  const { data, error, reload } = useRead(keyOf(owner.id), listWalletCredits, { user: owner.id })
  const done = (credit: WalletCredit, balance: string) => {
    setTaking(null)
    onBalance(balance)
    void client.invalidateQueries({ queryKey: keyOf(owner.id) })
    const amount = format.exactMoney(credit.takenBack?.amount ?? '0', credit.currency)
    const told = { amount, name: formatPersonName(owner), balance: format.exactMoney(balance) }
    alert(`${t('success')} ${t('credit_done', told)}`, { title: t('credit_done_title') })
  }
  return (
    <SubjectCard id="credits" title={t('credits_title')} text={data?.credits.length === 0 ? t('credits_none') : ''}>
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={72} />}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.credits.map((credit) => (
          <Credit key={credit.id} credit={credit} onTakeBack={() => setTaking(credit)} />
        ))}
      </Stack>
      {taking && <TakeBackDialog key={taking.id} credit={taking} owner={owner} onDone={done} onClose={() => setTaking(null)} />}
    </SubjectCard>
  )
}
