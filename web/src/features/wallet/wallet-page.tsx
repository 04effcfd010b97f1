// The wallet of a rider or a driver: what is in it, where it came from and went, and the ways in and out.
import { Skeleton, Title } from '@mantine/core'
import { defaultSettings } from '@wayfare/core/settings'
import { mayWithdraw } from '@wayfare/core/wallet'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { ProvingProvider } from '../../shared/proving.tsx'
import { useSettled } from '../../shared/use-settled.ts'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { BalanceCard } from './balance-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { MyWithdrawsCard } from './my-withdraws-card.tsx'
import { TopUpButton } from './top-up-button.tsx'
import { useWalletHistory } from './use-wallet.ts'
import classes from './wallet.module.css'
import { WithdrawCard } from './withdraw-card.tsx'

export const WalletPage = () => {
  const t = useT()
  const { me } = useSession()
  const settings = useSettings().data ?? defaultSettings
  const history = useWalletHistory()
  const settled = useSettled(history.now)
  if (!me) return null
  const hasWayOut = mayWithdraw(me.userType, settings)
  return (
    <ProvingProvider>
      <div className={classes.page}>
        <Title order={1} size="h3">
          {t('nav_wallet')}
        </Title>
        {history.error.flag ? (
          <LoadProblem cause={history.error.cause} onAgain={history.reload} />
        ) : (
          <div className={classes.columns}>
            <div className={classes.column}>
              {settled ? (
                <BalanceCard now={settled} owes={me.blockers.includes('wallet_negative')}>
                  <TopUpButton />
                </BalanceCard>
              ) : (
                <Skeleton height={168} radius="lg" />
              )}
              {hasWayOut && history.now && <WithdrawCard me={me} balance={history.now.balance} />}
              {hasWayOut && <MyWithdrawsCard />}
            </div>
            <HistoryCard history={history} />
          </div>
        )}
      </div>
    </ProvingProvider>
  )
}
