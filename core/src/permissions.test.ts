import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles, system, visitor, type Actor, type Role } from './accounts.ts'
import { mostOtpTries, statuses, type BookingFacts, type Status } from './booking.ts'
import { asId } from './ids.ts'
import { can, type Verb } from './permissions.ts'

const verbs: Verb[] = [
  'bookings.see',
  'bookings.cancel',
  'bookings.rate',
  'bookings.seeOtp',
  'bookings.seeCustomerContact',
  'bookings.seeDriverContact',
  'tracking.read',
  'chat.read',
  'chat.write',
]
const open = { allowCriticalEditsAdmin: true }
const locked = { allowCriticalEditsAdmin: false }

const bookingIn = (status: Status): BookingFacts => ({
  id: asId('B1'),
  status,
  customer: asId('rider'),
  driver: status === 'NEW' || status === 'PAYMENT_PENDING' ? null : asId('driver'),
  fleetAdmin: status === 'NEW' || status === 'PAYMENT_PENDING' ? null : asId('fleetadmin'),
  requestedDrivers: status === 'NEW' ? [asId('driver'), asId('other-asked')] : [],
  otp: '40719',
  otpTries: 0,
  rated: false,
  claim: null,
})
const user = (id: string, role: Role): Actor => ({ kind: 'user', id: asId(id), role })
const rider = user('rider', 'rider')
const driver = user('driver', 'driver')
const fleetAdmin = user('fleetadmin', 'fleetadmin')
const admin = user('boss', 'admin')

/** The statuses in which this person may do it. */
const when = (actor: Actor, verb: Verb, locks = open): Status[] =>
  statuses.filter((status) => can(actor, verb, bookingIn(status), locks))

const onTheWay: Status[] = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']
const all = [...statuses]

describe('what one may do to a booking', () => {
  it('is nothing at all for a rider, driver or fleet admin who is not on it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...roles),
        fc.constantFrom(...statuses),
        fc.constantFrom(...verbs),
        fc.boolean(),
        (role, status, verb, allow) => {
          fc.pre(role !== 'admin')
          expect(can(user('stranger', role), verb, bookingIn(status), { allowCriticalEditsAdmin: allow })).toBe(false)
        },
      ),
      { numRuns: 600 },
    )
  })

  it('is nothing at all for a visitor', () => {
    for (const verb of verbs) expect(when(visitor, verb)).toEqual([])
  })

  it('is not a matter of one name: an id of another role opens nothing', () => {
    const posing = [user('driver', 'rider'), user('rider', 'fleetadmin'), user('fleetadmin', 'driver')]
    for (const actor of posing)
      for (const verb of [
        'bookings.see',
        'bookings.cancel',
        'bookings.seeOtp',
        'tracking.read',
        'chat.read',
        'chat.write',
      ] as const)
        expect(when(actor, verb)).toEqual([])
  })
})

describe('seeing a booking', () => {
  it('is for its rider, its driver, their fleet admin, an admin and the system', () => {
    expect(when(rider, 'bookings.see')).toEqual(all)
    expect(when(admin, 'bookings.see')).toEqual(all)
    expect(when(system, 'bookings.see')).toEqual(all)
    expect(when(driver, 'bookings.see')).toEqual(all.filter((status) => status !== 'PAYMENT_PENDING'))
    expect(when(fleetAdmin, 'bookings.see')).toEqual(all.filter((status) => status !== 'PAYMENT_PENDING' && status !== 'NEW'))
  })

  it('ends for a driver who was asked when another takes it', () => {
    expect(when(user('other-asked', 'driver'), 'bookings.see')).toEqual(['NEW'])
  })

  it('lets nobody follow the car before there is one', () => {
    for (const actor of [rider, driver, fleetAdmin, admin]) expect(when(actor, 'tracking.read')).not.toContain('NEW')
    expect(when(rider, 'tracking.read')).toEqual(expect.arrayContaining(onTheWay))
  })
})

describe('secrets and contacts', () => {
  it('show the code to the rider and an admin, never to the driver', () => {
    expect([when(rider, 'bookings.seeOtp'), when(admin, 'bookings.seeOtp')]).toEqual([all, all])
    expect([when(driver, 'bookings.seeOtp'), when(fleetAdmin, 'bookings.seeOtp')]).toEqual([[], []])
  })

  it("show each other's contact only while the trip is on", () => {
    expect(when(driver, 'bookings.seeCustomerContact')).toEqual(onTheWay)
    expect(when(rider, 'bookings.seeDriverContact')).toEqual(onTheWay)
  })

  it("keep the rider's contact from the fleet admin", () => {
    expect(when(fleetAdmin, 'bookings.seeCustomerContact')).toEqual([])
  })
})

describe('cancelling and rating', () => {
  it('lets the rider cancel until the car is there, and an admin while it waits too', () => {
    expect(when(rider, 'bookings.cancel')).toEqual(['PAYMENT_PENDING', 'NEW', 'ACCEPTED'])
    expect(when(admin, 'bookings.cancel')).toEqual(['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED'])
    expect([when(driver, 'bookings.cancel'), when(fleetAdmin, 'bookings.cancel')]).toEqual([[], []])
  })

  it('lets nobody cancel under the demo lock', () => {
    expect([when(rider, 'bookings.cancel', locked), when(admin, 'bookings.cancel', locked)]).toEqual([[], []])
  })

  it('lets only the rider rate, once, when the trip is paid', () => {
    expect(when(rider, 'bookings.rate')).toEqual(['PAID'])
    expect([when(driver, 'bookings.rate'), when(admin, 'bookings.rate')]).toEqual([[], []])
    expect(can(rider, 'bookings.rate', { ...bookingIn('PAID'), rated: true }, open)).toBe(false)
  })
})

describe('talking about a booking', () => {
  const open = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID']

  it('is for its rider and its driver, from the yes of the driver until it is over', () => {
    expect(when(rider, 'chat.write')).toEqual(open)
    expect(when(driver, 'chat.write')).toEqual(open)
    expect(when(fleetAdmin, 'chat.write')).toEqual([])
    expect(when(admin, 'chat.write')).toEqual([])
  })

  it('can be read by both and by the desk afterwards, never by the fleet admin', () => {
    expect(when(rider, 'chat.read')).toEqual(all)
    expect(when(driver, 'chat.read')).toEqual(all.filter((status) => status !== 'PAYMENT_PENDING' && status !== 'NEW'))
    expect(when(admin, 'chat.read')).toEqual(all)
    expect(when(fleetAdmin, 'chat.read')).toEqual([])
  })
})

describe('everything else', () => {
  const drivenOn: Status[] = [...onTheWay, 'PENDING', 'PAID', 'COMPLETE', 'CANCELLED']
  const settled: Status[] = ['PAID', 'COMPLETE', 'CANCELLED']
  const people = { rider, driver, fleetAdmin, admin, system, visitor }
  type People = Partial<Record<keyof typeof people, readonly Status[]>>

  it.each<[string, Verb, Partial<BookingFacts>, People]>([
    ['a rider pays before or after the trip', 'bookings.pay', {}, { rider: ['PAYMENT_PENDING', 'PENDING'] }],
    [
      'a granted claim is paid by card once the trip is',
      'bookings.pay',
      { claim: 'owed' },
      { rider: ['PAYMENT_PENDING', 'PENDING', 'PAID', 'COMPLETE'] },
    ],
    ['nobody pays a claim that is none', 'bookings.payClaim', {}, {}],
    ['nobody pays one that is not granted', 'bookings.payClaim', { claim: 'open' }, {}],
    [
      'the desk pays a granted claim from the wallet, too',
      'bookings.payClaim',
      { claim: 'owed' },
      { rider: ['PAID', 'COMPLETE'], admin: ['PAID', 'COMPLETE'] },
    ],
    ['nobody decides a claim that is none', 'bookings.decideClaim', {}, {}],
    ['an admin decides an open claim', 'bookings.decideClaim', { claim: 'open' }, { admin: all }],
    ['nobody decides it again', 'bookings.decideClaim', { claim: 'owed' }, {}],
    ['nobody starts a trip for a driver who has tries left', 'bookings.startTrip', {}, {}],
    ['an admin starts it when there are none', 'bookings.startTrip', { otpTries: mostOtpTries }, { admin: ['ARRIVED'] }],
    [
      'the date changes as long as no driver was asked',
      'bookings.changeDate',
      { requestedDrivers: [] },
      { rider: ['PAYMENT_PENDING', 'NEW'], admin: ['PAYMENT_PENDING', 'NEW'] },
    ],
    ['the date stays once one was', 'bookings.changeDate', { requestedDrivers: [asId('driver')] }, {}],
    ['an admin takes it from its driver', 'bookings.reassign', {}, { admin: ['ACCEPTED', 'ARRIVED'] }],
    ['a rider rates', 'bookings.rate', {}, { rider: ['PAID'] }],
    ['all but the driver read the receipt', 'bookings.readReceipt', {}, { rider: settled, fleetAdmin: settled, admin: settled }],
    ['rider and admin see the code', 'bookings.seeOtp', {}, { rider: all, admin: all }],
    [
      'the driver sees the rider’s number on the trip',
      'bookings.seeCustomerContact',
      {},
      { rider: all, driver: onTheWay, admin: all },
    ],
    [
      'the rider sees the driver’s number on the trip',
      'bookings.seeDriverContact',
      {},
      { rider: onTheWay, driver: drivenOn, fleetAdmin: drivenOn, admin: all },
    ],
    ['the desk reads notes', 'notes.read', {}, { fleetAdmin: drivenOn, admin: all }],
    ['an admin writes them', 'notes.write', {}, { admin: all }],
  ])('%s', (_says, verb, more, expected) => {
    for (const [name, actor] of Object.entries(people)) {
      const may = statuses.filter((status) => can(actor, verb, { ...bookingIn(status), ...more }, open))
      expect([name, may]).toEqual([name, expected[name as keyof typeof people] ?? []])
    }
  })
})
