// A town in which money has moved: what the desk gave, what a card paid in, what a driver asks for, and what the office wrote.
import { completePayment, topUpWallet } from '@wayfare/contract/payments'
import { addCampaign } from '@wayfare/contract/messages-campaigns'
import { addOperatorPlace } from '@wayfare/contract/places-operator'
import { addPromo } from '@wayfare/contract/promos'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { call } from './api.ts'
import { valand } from './city.ts'
import type { People } from './people.ts'

/** Amounts that are whole and others that are not. */
const amounts = ['120', '80.50'] as const

export const deal = async (origin: string, { admin: [boss], rider: [rider], driver: [driver] }: People): Promise<void> => {
  const token = boss?.token
  const { settings } = await call(origin, getAllSettings, {}, token)
  await call(origin, saveSettings, { ...settings, bankFields: false }, token)
  // whatever the cash of other tests has made him owe
  await call(origin, addToWallet, { user: driver?.id ?? '', amount: '2000' }, token)
  for (const amount of amounts) {
    for (const person of [rider, driver])
      await call(origin, addToWallet, { user: person?.id ?? '', amount, note: 'A gift' }, token)
    const { payment } = await call(origin, topUpWallet, { amount, provider: 'test' }, rider?.token)
    await call(origin, completePayment, { id: payment.id, token: 'approve' }, rider?.token)
    await call(origin, requestWithdraw, { amount }, driver?.token)
  }
  await call(origin, saveSettings, settings, token)
}

/** What the office keeps lists of. `mark`: the same is not written twice. */
export const fillLists = async (origin: string, { admin: [boss] }: People, mark: string): Promise<void> => {
  const promo = { promoDiscountType: 'flat', promoDescription: 'For all who come back in winter', minOrder: '100.50' } as const
  for (const [i, promoDiscountValue] of amounts.entries())
    await call(origin, addPromo, { ...promo, promoName: `winter${mark}${i}`, promoDiscountValue }, boss?.token)
  const words = { title: 'Snow tonight', body: 'Please leave a little earlier than usual, the streets are slow.' }
  await call(origin, addCampaign, { ...words, deviceType: 'All', userType: 'All' }, boss?.token)
  const place = { name: `Depot ${mark}`, otherNames: ['The yard behind the station'], lat: valand.lat, lng: valand.lng }
  await call(origin, addOperatorPlace, place, boss?.token)
}
