// Money that comes and goes beside the bookings.
import { completePayment, topUpWallet } from '@wayfare/contract/payments'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet, completeWithdraw, listWithdraws } from '@wayfare/contract/wallet-admin'
import type { TestUser } from '../make.ts'
import type { City, Move, Plan } from './city.ts'

const somebody = (city: City): TestUser | null => (city.dice.chance(0.5) ? city.rider() : city.driver())

/** What people tap at the test provider; `later` is confirmed by the provider itself. */
export const tokenOf = ({ dice }: City) => dice.pick(['approve', 'approve', 'approve', 'approve', 'decline', 'later'])

const topUp: Plan = (city) => {
  const as = somebody(city)
  if (!as) return null
  const amount = String(50 + city.dice.below(400))
  const token = tokenOf(city)
  return {
    text: `${as.id} tops up ${amount}, ${token}`,
    go: async (once) => {
      const { payment } = await city.call(topUpWallet, { amount, provider: 'test' }, { as, once })
      return city.call(completePayment, { id: payment.id, token }, { as })
    },
  }
}

const withdraw: Plan = (city) => {
  const as = somebody(city)
  if (!as) return null
  const amount = String(1 + city.dice.below(300))
  return { text: `${as.id} withdraws ${amount}`, go: (once) => city.call(requestWithdraw, { amount }, { as, once }) }
}

const payOut: Plan = (city) => {
  const { call, desk, dice } = city
  const which = dice.next()
  const choose = async () => {
    const { withdraws } = await call(listWithdraws, { state: 'waiting' }, { as: desk })
    return withdraws[Math.floor(which * withdraws.length)]
  }
  // looked for once: a repeat pays the same one
  let chosen: ReturnType<typeof choose> | null = null
  return {
    text: 'desk pays a withdrawal out',
    go: async (once) => {
      chosen ??= choose()
      const withdraw = await chosen
      return withdraw ? call(completeWithdraw, { id: withdraw.id }, { as: desk, once }) : null
    },
  }
}

const give: Plan = (city) => {
  const to = somebody(city)
  if (!to) return null
  const amount = String(10 + city.dice.below(200))
  return {
    text: `desk adds ${amount} to the wallet of ${to.id}`,
    go: (once) => city.call(addToWallet, { user: to.id, amount }, { as: city.desk, once }),
  }
}

export const moneyMoves: readonly Move[] = [
  { name: 'topUp', weight: 2, least: 2, plan: topUp },
  { name: 'withdraw', weight: 3, least: 1, plan: withdraw },
  { name: 'payOut', weight: 2, least: 1, plan: payOut },
  { name: 'give', weight: 2, least: 3, plan: give },
]
