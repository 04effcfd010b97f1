// What is in the wallet, large and live, and what is set aside for bookings that are going on.
import { Anchor, Group, Text } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { isZero } from '../../shared/payment-parts.ts'
import type { WalletState } from './use-wallet.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './wallet.module.css'

/** How long it is said that something changed (ms). */
const newsMs = 8000

/** Whether the balance has just become another one than the page began with. */
const useIsNews = (balance: string): boolean => {
  const [seen, setSeen] = useState({ balance, isNews: false })
  if (seen.balance !== balance) setSeen({ balance, isNews: true })
  useEffect(() => {
    if (!seen.isNews) return undefined
    const timer = setTimeout(() => setSeen((now) => ({ ...now, isNews: false })), newsMs)
    return () => clearTimeout(timer)
  }, [seen])
  return seen.isNews
}

const Holds = ({ held, holds }: Pick<WalletState, 'held' | 'holds'>) => {
  const t = useT()
  const format = useFormat()
  return (
    <div>
      <Group justify="space-between" gap="md">
        <Text fw={600}>{t('wallet_held')}</Text>
        <Text fw={600}>
          <bdi>{format.exactMoney(held)}</bdi>
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('wallet_held_text')}
      </Text>
      <ul className={classes.holds}>
        {holds.map(({ bookingId, amount }) => (
          <li key={bookingId}>
            <Anchor component={Link} to={`/bookings/${bookingId}`}>
              <bdi>{t('wallet_booking', { id: bookingId })}</bdi>
            </Anchor>{' '}
            · <bdi>{format.exactMoney(amount)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `now` has settled; the children are what one can do. */
export const BalanceCard = ({ now, owes, children }: { now: WalletState; owes: boolean; children?: ReactNode }) => {
  const t = useT()
  const format = useFormat()
  const isNews = useIsNews(now.balance)
  const isBelow = Number(now.balance) < 0
  return (
    <SubjectCard id="balance" title={t('wallet_balance')}>
      <div>
        <div className={classes.balance} data-below={isBelow || undefined}>
          <bdi>{format.exactMoney(now.balance)}</bdi>
        </div>
        <p className={classes.news} role="status">
          {isNews && t('wallet_updated')}
        </p>
        {isBelow && <Text size="sm">{t(owes ? 'blocker_wallet_negative' : 'wallet_below_zero')}</Text>}
      </div>
      {!isZero(now.held) && <Holds held={now.held} holds={now.holds} />}
      {children}
    </SubjectCard>
  )
}
