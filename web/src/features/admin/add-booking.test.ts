import type { RiderMatch } from '@wayfare/contract/people-riders'
import type { CarType } from '@wayfare/contract/catalog'
import { asId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import {
  chooseMissingText,
  deskOrderOf,
  findMissing,
  makeQuoteInput,
  makeQuoteQuestion,
  noDraft,
  type Draft,
} from './add-booking.ts'

const car = { id: asId<'carType'>('bike'), category: 'delivery', parcelTypes: [], options: [] } as unknown as CarType
const ride = { ...car, id: asId<'carType'>('city'), category: 'taxi' } as const
const ground = {
  cars: [car, ride],
  category: 'both',
  timeZone: 'Europe/Stockholm',
  country: 'SE',
  now: Date.parse('2026-11-21T12:00:00Z'),
} as const
const rider = { id: asId<'user'>('r1'), walletBalance: '0.00' } as RiderMatch
const full: Draft = {
  ...noDraft,
  rider,
  pickup: { lat: 57.7, lng: 11.95, add: 'Järntorget' },
  drop: { lat: 57.6966, lng: 11.9867, add: 'Korsvägen' },
  carType: ride.id,
}
const partOf = (part: Partial<Draft>) => findMissing({ ...full, ...part }, ground)
const parcel = (deliveryPerson: string, deliveryPersonPhone: string) =>
  partOf({ carType: car.id, parcel: { ...noDraft.parcel, deliveryPerson, deliveryPersonPhone } })

describe('a booking at the desk', () => {
  it('needs rider, pickup, drop and car type, and says which is missing', async () => {
    expect(await partOf({})).toBeNull()
    expect(await partOf({ rider: null })).toEqual({ part: 'rider', problem: 'select_proper' })
    expect(await partOf({ pickup: null })).toEqual({ part: 'pickup', problem: 'select_proper' })
    expect(await partOf({ drop: null })).toEqual({ part: 'drop', problem: 'select_proper' })
    expect(await partOf({ carType: null })).toEqual({ part: 'car', problem: 'select_proper' })
    expect(await partOf({ drop: full.pickup })).toEqual({ part: 'drop', problem: 'same_place' })
  })

  it('for later needs a time on the clocks of the city, a quarter of an hour ahead', async () => {
    expect(await partOf({ later: true })).toEqual({ part: 'date', problem: 'select_proper' })
    expect(await partOf({ later: true, date: '2026-11-21T13:14' })).toEqual({ part: 'date', problem: 'past_booking_error' })
    expect(await partOf({ later: true, date: '2026-11-21T13:15' })).toBeNull()
  })

  it('of a parcel needs name and phone of the recipient, each pointed at', async () => {
    expect(await parcel('', '0701234567')).toEqual({ part: 'person', problem: 'deliveryDetailMissing' })
    expect(await parcel(' ', '')).toEqual({ part: 'person', problem: 'deliveryDetailMissing' })
    expect(await parcel('Bo', '12')).toEqual({ part: 'phone', problem: 'deliveryDetailMissing' })
    expect(chooseMissingText({ part: 'person', problem: 'deliveryDetailMissing' })).toBe('desk_person_needed')
    expect(chooseMissingText({ part: 'phone', problem: 'deliveryDetailMissing' })).toBe('deliveryDetailMissing')
    expect(await parcel('Bo', '0000000')).toEqual({ part: 'phone', problem: 'deliveryDetailMissing' })
    for (const phone of ['070-123 45 67', '+46 70 123 45 67', '0046701234567', '031-123 45 67 x12'])
      expect(await parcel('Bo', phone)).toBeNull()
  })

  it('has a price without a rider, for as long as nothing that it depends on changes', () => {
    const { ask } = makeQuoteInput({ ...full, rider: null, promo: ' WELCOME10 ' }, ground)
    expect(ask).toEqual({ pickup: full.pickup, drop: full.drop, carType: ride.id, promo: 'WELCOME10' })
    const same = [{ rider: null }, { payment: { mode: 'card' as const, useWallet: false } }, { date: '2026-11-21T15:00' }]
    for (const part of same) expect(makeQuoteQuestion({ ...full, ...part })).toBe(makeQuoteQuestion(full))
    const other = [{ drop: full.pickup }, { carType: car.id }, { promo: 'X' }, { later: true }]
    for (const part of other) expect(makeQuoteQuestion({ ...full, ...part })).not.toBe(makeQuoteQuestion(full))
  })

  it('asks with a promo for its rider, who may have used it: another rider is another question', () => {
    const coded = { ...full, promo: 'WELCOME10' }
    expect(makeQuoteInput(coded, ground).ask).toMatchObject({ promo: 'WELCOME10', customer: 'r1' })
    expect(makeQuoteInput(full, ground).ask).not.toHaveProperty('customer')
    const other = { ...rider, id: asId<'user'>('r2') }
    expect(makeQuoteQuestion({ ...coded, rider: other })).not.toBe(makeQuoteQuestion(coded))
    expect(makeQuoteQuestion({ ...full, rider: other })).toBe(makeQuoteQuestion(full))
  })

  it('names the rider and pays in cash unless told otherwise; a ride carries no recipient', () => {
    const priced = { quote: 'q', estimateFare: '95.00', category: 'taxi' as const }
    expect(deskOrderOf({ ...full, parcel: { ...full.parcel, deliveryPerson: 'Bo' } }, priced)).toEqual({
      quote: 'q',
      estimateFare: '95.00',
      customer: 'r1',
      paymentMode: 'cash',
      useWallet: false,
    })
    expect(deskOrderOf(full, { ...priced, category: 'delivery' })).toHaveProperty('deliveryPerson', '')
  })
})
