// A line of a wallet's history: what it was, when, what it refers to, and which way the money went.
import { Anchor, Group, Text } from '@mantine/core'
import type { WalletEntry } from '@wayfare/contract/wallet'
import { adminCreditReference, bonusReference } from '@wayfare/core/ledger'
import { cardDisputeReference, cardRefundReference, topUpReference } from '@wayfare/core/ledger-cards'
import { Link } from 'react-router'
import { useFormat, useT } from '../i18n/provider.tsx'

const reasons: Record<string, string> = {
  [adminCreditReference]: 'wallet_by_office',
  [bonusReference]: 'wallet_referral_bonus',
  [topUpReference]: 'wallet_by_card',
  [cardRefundReference]: 'wallet_card_refund',
  [cardDisputeReference]: 'wallet_card_dispute',
}

type WalletEntryRowProps = { entry: WalletEntry; /** what was in the wallet afterwards */ withBalance?: boolean }

export const WalletEntryRow = ({ entry, withBalance = false }: WalletEntryRowProps) => {
  const t = useT()
  const format = useFormat()
  const isIn = entry.type === 'Credit'
  const reason = reasons[entry.txRef]
  const kind = t(`wallet_${entry.type.toLowerCase()}`)
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start">
      <div>
        <Text size="sm" fw={500}>
          {reason ? `${kind} · ${t(reason)}` : kind}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {format.dateTime(entry.date)}
          {(entry.bookingId || !reason) && ' · '}
          {entry.bookingId ? (
            <Anchor
              component={Link}
              to={`/bookings/${entry.bookingId}`}
              size="xs"
              aria-label={t('wallet_booking', { id: entry.txRef })}
            >
              <bdi>{entry.txRef}</bdi>
            </Anchor>
          ) : (
            !reason && <bdi>{entry.txRef}</bdi>
          )}
        </Text>
      </div>
      <Text
        fw={600}
        ta="end"
        component="div"
        c={isIn ? 'primary' : undefined}
        style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        <bdi>
          {isIn ? '+' : '−'} {format.exactMoney(entry.amount)}
        </bdi>
        {withBalance && (
          <Text size="xs" c="dimmed" fw={400}>
            {t('wallet_after', { amount: format.exactMoney(entry.balanceAfter) })}
          </Text>
        )}
      </Text>
    </Group>
  )
}
