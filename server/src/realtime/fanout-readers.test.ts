import { visitor, type Actor, type UserActor } from '@wayfare/core/accounts'
import type { DomainEvent } from '@wayfare/core/events'
import { asId, type UserId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { listDeliveries, type Views } from './fanout.ts'

const user = (id: string, role: UserActor['role']): UserActor => ({ kind: 'user', id: asId(id), role })
const readers: Record<string, Actor> = {
  admin: user('A', 'admin'),
  fleet: user('F', 'fleetadmin'),
  otherFleet: user('F2', 'fleetadmin'),
  rider: user('R', 'rider'),
  otherRider: user('R2', 'rider'),
  driver: user('D', 'driver'),
  asked: user('D2', 'driver'),
  otherDriver: user('D3', 'driver'),
  visitor,
}
const everybody = Object.keys(readers)
const desk = ['admin', 'fleet']

const bookingId = asId<'booking'>('B1')
const [rider, driver, asked] = [asId<'user'>('R'), asId<'user'>('D'), asId<'user'>('D2')]
const fleetAdmin = asId<'user'>('F')
const audience = { customer: rider, driver, fleetAdmin, requestedDrivers: [asked] }

/** What is looked up is named after who looks, so that one can see for whom it was. */
const views = {
  booking: async (id: string, { id: by }: UserActor) => (by === 'D3' ? null : `${id} for ${by}`),
  tasks: async (id: string, drivers: UserId[]) =>
    new Map(drivers.filter((by) => by !== 'D').map((by) => [by, `${id} for ${by}`])),
  chatMessage: async (id: string, message: number, { id: by }: UserActor) => (by === 'F2' ? null : `${id} ${message} for ${by}`),
  chatUnread: async () => 7,
  sharedTrip: async (id: string) => (id === 'B1' ? `${id} for whoever has a link` : null),
  me: async (id: UserId) => (id === 'R2' ? null : id),
  settings: async () => 'settings',
  basemap: () => 'basemap',
  carTypes: async () => ['car types'],
  payment: async (id: string) => (id === 'gone' ? null : id),
  languages: async () => ['languages'],
  cancelReasons: async () => ({ reasons: ['late'] }),
} as unknown as Views

const told = (event: DomainEvent) =>
  listDeliveries(event, views).map(({ topic, isFor }) => [topic, everybody.filter((name) => isFor(readers[name] ?? visitor))])
const lookUp = (event: DomainEvent, actor: Actor) => Promise.all(listDeliveries(event, views).map(({ view }) => view(actor)))

/** By whom the first view of an event is shared. */
const listShares = (event: DomainEvent) =>
  listDeliveries(event, views).map(({ share }) =>
    ['admin', 'rider', 'driver', 'visitor'].map((name) => share(readers[name] ?? visitor)),
  )

/** Who is asked hears by his tasks only. */
const parties = ['admin', 'fleet', 'rider', 'driver']
const booking = [
  ['bookings', parties],
  ['booking:B1', everybody],
  ['shared:B1', everybody],
]
const moved = { type: 'BookingMoved', bookingId, move: 'accept', from: 'NEW', to: 'ACCEPTED', audience } as const
const trouble = { provider: 'stripe', paymentId: null, problem: 'forged_notice' } as const

it.each<[DomainEvent, readonly unknown[]]>([
  [{ type: 'BookingCreated', bookingId, audience }, booking],
  [{ type: 'BookingChanged', bookingId, audience }, booking],
  [{ type: 'NoTakerFound', bookingId, reason: 'nobody_near', audience }, booking],
  [{ type: 'BookingRated', bookingId, driver, stars: 5, audience }, booking],
  [moved, [...booking, ['tasks', ['asked']]]],
  [{ ...moved, move: 'arrive', from: 'ACCEPTED', to: 'ARRIVED' }, booking],
  [{ type: 'DriversRequested', bookingId, drivers: [asked], audience }, [...booking, ['tasks', ['asked']]]],
  [{ type: 'DriverDeclined', bookingId, driver: asId('D3'), audience }, [...booking, ['tasks', ['otherDriver']]]],
  [{ type: 'OfferWithdrawn', bookingId, driver: asId('D3'), audience }, [...booking, ['tasks', ['otherDriver']]]],
  [{ type: 'TripUnshared', bookingId }, [['shared:B1', everybody]]],
  [{ type: 'BookingNoted', bookingId, fleetAdmin }, [['bookings', desk]]],
  [{ type: 'PanicRaised', panicId: 'P', bookingId, audience }, [['panics', desk]]],
  [{ type: 'PanicAnswered', panicId: 'P', bookingId, audience: { ...audience, fleetAdmin: null } }, [['panics', ['admin']]]],
  [
    { type: 'ChatMessageSent', bookingId, messageId: 3, driver, from: rider, to: driver },
    [
      ['chat:B1', ['admin', 'fleet', 'otherFleet', 'rider', 'otherRider', 'driver']],
      ['me', ['driver']],
    ],
  ],
  [
    { type: 'ChatRead', bookingId, driver, by: rider, upTo: 3 },
    [
      ['chat:B1', ['admin', 'fleet', 'otherFleet', 'rider', 'otherRider', 'driver']],
      ['me', ['rider']],
    ],
  ],
  [{ type: 'UserChanged', userId: rider }, [['me', ['rider']]]],
  [{ type: 'WalletPosted', userId: driver, txRef: 'x', amountMinor: '1', currency: 'SEK' }, [['me', ['driver']]]],
  [{ type: 'DriverAccountChanged', userId: driver, fleetAdmin, approved: true }, [['driverAccounts', desk]]],
  [{ type: 'UserRemoved', userId: driver }, [['driverAccounts', everybody]]],
  [{ type: 'PersonChanged', userId: driver, userType: 'driver', fleetAdmin }, [['people', desk]]],
  [
    { type: 'WithdrawChanged', userId: driver, withdrawId: 'W', state: 'waiting' },
    [
      ['me', ['driver']],
      ['withdraws', everybody],
    ],
  ],
  [
    { type: 'PaymentChanged', paymentId: 'P1', userId: rider },
    [
      ['me', ['rider']],
      ['payments', everybody],
    ],
  ],
  [{ type: 'PaymentTroubled', ...trouble }, [['payments', everybody]]],
  [{ type: 'SettingsChanged' }, [['settings', everybody]]],
  [{ type: 'CityChanged' }, [['settings', everybody]]],
  [{ type: 'CarTypesChanged' }, [['carTypes', everybody]]],
  [{ type: 'PromosChanged' }, [['promos', everybody]]],
  [{ type: 'CampaignsChanged' }, [['notifications', everybody]]],
  [{ type: 'LanguagesChanged' }, [['languages', everybody]]],
  [{ type: 'CancelReasonsChanged' }, [['cancelReasons', everybody]]],
  [{ type: 'SessionEnded', userId: rider, sessionId: 'S' }, []],
])('$type is told to those whom it concerns: %#', (event, expected) => {
  expect(told(event)).toEqual(expected)
})

describe('what they are told', () => {
  const [admin, atRider, atDriver] = [user('A', 'admin'), user('R', 'rider'), user('D', 'driver')]

  it('of a booking is what each may see of it, and to whom it is gone that it is', async () => {
    const created: DomainEvent = { type: 'BookingCreated', bookingId, audience }
    const [seen, gone] = [
      { name: 'booking', booking: 'B1 for R' },
      { name: 'bookingGone', bookingId },
    ]
    const shared = { name: 'sharedTrip', trip: 'B1 for whoever has a link' }
    expect(await lookUp(created, atRider)).toEqual([seen, seen, shared])
    expect(await lookUp(created, user('D3', 'driver'))).toEqual([gone, gone, shared])
    expect(await lookUp(created, visitor)).toEqual([null, null, shared])
    expect((await lookUp({ ...created, bookingId: asId('B2') }, visitor)).at(-1)).toEqual({
      name: 'sharedTripGone',
      bookingId: 'B2',
    })
  })

  it('of a task is the driver’s own, and why it is gone', async () => {
    const requested: DomainEvent = { type: 'DriversRequested', bookingId, drivers: [asked], audience }
    expect((await lookUp(requested, user('D2', 'driver'))).at(-1)).toEqual({ name: 'task', task: 'B1 for D2' })
    expect((await lookUp(requested, atDriver)).at(-1)).toBeNull()
    const gone = async (event: DomainEvent) => (await lookUp(event, user('D2', 'driver'))).at(-1)
    expect(await gone(moved)).toEqual({ name: 'taskGone', bookingId, reason: 'taken' })
    expect(await gone({ ...moved, to: 'CANCELLED' })).toEqual({ name: 'taskGone', bookingId, reason: 'cancelled' })
    expect(await gone({ type: 'DriverDeclined', bookingId, driver: asked, audience })).toEqual({
      name: 'taskGone',
      bookingId,
      reason: 'declined',
    })
  })

  it('of a conversation is the message as each may read it, and how many wait', async () => {
    const sent: DomainEvent = { type: 'ChatMessageSent', bookingId, messageId: 3, driver, from: rider, to: driver }
    const unread = { name: 'chatUnread', bookingId, count: 7 }
    expect(await lookUp(sent, atRider)).toEqual([{ name: 'chatMessage', bookingId, message: 'B1 3 for R' }, unread])
    expect((await lookUp(sent, user('F2', 'fleetadmin')))[0]).toBeNull()
    const read: DomainEvent = { type: 'ChatRead', bookingId, driver, by: rider, upTo: 3 }
    expect(await lookUp(read, atRider)).toEqual([{ name: 'chatRead', bookingId, by: rider, upTo: 3 }, unread])
  })

  it.each<[DomainEvent, readonly unknown[]]>([
    [{ type: 'UserChanged', userId: rider }, [{ name: 'me', me: 'R' }]],
    [{ type: 'UserChanged', userId: asId('R2') }, [null]],
    [{ type: 'BookingNoted', bookingId, fleetAdmin }, [{ name: 'bookingNotes', bookingId }]],
    [{ type: 'TripUnshared', bookingId }, [{ name: 'sharedTripGone', bookingId }]],
    [{ type: 'UserRemoved', userId: driver }, [{ name: 'driverAccounts' }]],
    [{ type: 'PanicRaised', panicId: 'P', bookingId, audience }, [{ name: 'panics' }]],
    [{ type: 'PersonChanged', userId: driver, userType: 'driver', fleetAdmin }, [{ name: 'people', userType: 'driver' }]],
    [
      { type: 'WithdrawChanged', userId: driver, withdrawId: 'W', state: 'waiting' },
      [{ name: 'withdraws' }, { name: 'withdraws' }],
    ],
    [
      { type: 'PaymentChanged', paymentId: 'P1', userId: rider },
      [
        { name: 'payment', payment: 'P1' },
        { name: 'payments', trouble: null },
      ],
    ],
    [{ type: 'PaymentChanged', paymentId: 'gone', userId: rider }, [null, { name: 'payments', trouble: null }]],
    [{ type: 'PaymentTroubled', ...trouble }, [{ name: 'payments', trouble }]],
    [{ type: 'SettingsChanged' }, [{ name: 'settings', settings: 'settings' }]],
    [{ type: 'CityChanged' }, [{ name: 'basemap', basemap: 'basemap' }]],
    [{ type: 'CarTypesChanged' }, [{ name: 'carTypes', carTypes: ['car types'] }]],
    [{ type: 'PromosChanged' }, [{ name: 'promos' }]],
    [{ type: 'CampaignsChanged' }, [{ name: 'notifications' }]],
    [{ type: 'LanguagesChanged' }, [{ name: 'languages', languages: ['languages'] }]],
    [{ type: 'CancelReasonsChanged' }, [{ name: 'cancelReasons', reasons: ['late'] }]],
  ])('is what has changed: %#', async (event, expected) => {
    expect(await lookUp(event, admin)).toEqual(expected)
  })

  it('is looked up once for all admins, once for all where everybody sees the same, and for each other reader', () => {
    expect(listShares({ type: 'BookingCreated', bookingId, audience })[0]).toEqual(['admin', 'R', 'D', 'visitor'])
    expect(listShares({ type: 'SettingsChanged' })[0]).toEqual(['all', 'all', 'all', 'all'])
  })
})
