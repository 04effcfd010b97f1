import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/lifecycle.json' with { type: 'json' }
import { roles, system, visitor, type Actor, type Role } from './accounts.ts'
import { isActive, isBusy, mostOtpTries, statuses, type BookingFacts, type Status } from './booking.ts'
import { asId } from './ids.ts'
import { decideTransition, driverMoveAt, newsOf, statusAfter, type Move, type MoveType } from './lifecycle.ts'

type Decision = ReturnType<typeof decideTransition>

const otp = '40719'
const booking: BookingFacts = {
  id: asId('B1'),
  status: 'NEW',
  customer: asId('rider'),
  driver: asId('driver'),
  fleetAdmin: asId('fleetadmin'),
  requestedDrivers: [asId('driver'), asId('other-asked')],
  otp,
  otpTries: 0,
  rated: false,
  claim: null,
}

const user = (id: string, role: Role): Actor => ({ kind: 'user', id: asId(id), role })
const parties: Record<string, Actor> = { ...Object.fromEntries(roles.map((role) => [role, user(role, role)])), system, visitor }

const statusOf = (text: string): Status =>
  statuses.find((status) => status === text) ?? expect.unreachable(`unknown status ${text}`)

const moves: { [Type in MoveType]: Extract<Move, { type: Type }> } = {
  prepay: { type: 'prepay' },
  accept: { type: 'accept' },
  reassign: { type: 'reassign' },
  arrive: { type: 'arrive' },
  start: { type: 'start', otp },
  reach: { type: 'reach' },
  awaitPayment: { type: 'awaitPayment' },
  pay: { type: 'pay', mode: 'cash' },
  complete: { type: 'complete' },
  cancel: { type: 'cancel', reason: 'Changed my mind' },
}
const everyMove = Object.values(moves)

const moveOf = (type: string): Move => everyMove.find((move) => move.type === type) ?? expect.unreachable(`unknown move ${type}`)

const start = (said: string | null): Move => ({ type: 'start', otp: said })

const outcome = (decision: Decision): string => (decision.ok ? decision.next : decision.key)

const told = (from: Status, by: Role | 'system') => newsOf({ move: 'cancel', from, by })
const toldOf = (move: MoveType, from: Status) => newsOf({ move, from, by: 'driver' })

const anyStatus = fc.constantFrom(...statuses)
const anyMove = fc.oneof(
  fc.constantFrom(...everyMove),
  fc.record({ type: fc.constant('start' as const), otp: fc.option(fc.string()) }),
)
const anyId = fc.constantFrom('rider', 'driver', 'other-asked', 'stranger')
const anyActor: fc.Arbitrary<Actor> = fc.oneof(
  fc.constantFrom(system, visitor),
  fc.record({ kind: fc.constant('user' as const), id: anyId.map((id) => asId<'user'>(id)), role: fc.constantFrom(...roles) }),
)
const anyBooking: fc.Arbitrary<BookingFacts> = fc.record({
  id: fc.constant(booking.id),
  status: anyStatus,
  customer: anyId.map((id) => asId<'user'>(id)),
  driver: fc.option(anyId.map((id) => asId<'user'>(id))),
  fleetAdmin: fc.constant(booking.fleetAdmin),
  requestedDrivers: fc.array(anyId.map((id) => asId<'user'>(id))),
  otp: fc.option(fc.constant(otp)),
  otpTries: fc.nat(mostOtpTries + 1),
  rated: fc.boolean(),
  claim: fc.constantFrom('open', 'owed', null),
})

describe('the lifecycle', () => {
  it('agrees with the golden table of every status, move and role', () => {
    expect(vectors.table).toHaveLength(statuses.length * everyMove.length)
    for (const { move, status, by } of vectors.table) {
      const got = Object.keys(by).map((role) => [
        role,
        outcome(decideTransition({ ...booking, status: statusOf(status) }, parties[role] ?? visitor, moveOf(move))),
      ])
      expect({ move, status, by: Object.fromEntries(got) }).toEqual({ move, status, by })
    }
  })

  it('agrees with the golden table of people who are not on the booking', () => {
    const strangers: Record<string, Actor> = { rider: user('stranger', 'rider'), driver: user('stranger', 'driver') }
    for (const { move, status, by } of vectors.foreign) {
      const got = Object.keys(by).map((role) => [
        role,
        outcome(decideTransition({ ...booking, status: statusOf(status) }, strangers[role] ?? visitor, moveOf(move))),
      ])
      expect({ move, status, by: Object.fromEntries(got) }).toEqual({ move, status, by })
    }
  })

  it.each(vectors.otp)('asks for the code: $name', (golden) => {
    const arrived = { ...booking, status: 'ARRIVED' as const, otp: golden.otp }
    expect(outcome(decideTransition(arrived, user('driver', 'driver'), start(golden.given)))).toBe(golden.expect)
  })

  it('takes no code once too many were wrong, not even the right one: then the desk alone starts the trip, and never before', () => {
    const startAfter = (otpTries: number, who: Role, said: string | null = otp) =>
      outcome(decideTransition({ ...booking, status: 'ARRIVED', otpTries }, user(who, who), start(said)))
    const tries = [mostOtpTries - 1, mostOtpTries]
    expect(tries.map((count) => startAfter(count, 'driver'))).toEqual(['STARTED', 'otp_tries_used'])
    expect(tries.map((count) => startAfter(count, 'admin', null))).toEqual(['wrong_step', 'STARTED'])
    expect(tries.map((count) => startAfter(count, 'fleetadmin'))).toEqual(['forbidden', 'forbidden'])
    const codeless = { ...booking, status: 'ARRIVED' as const, otp: null, otpTries: mostOtpTries }
    expect(outcome(decideTransition(codeless, user('driver', 'driver'), start(null)))).toBe('STARTED')
  })

  it('never throws and never leaves the table', () => {
    const allowed = new Set(
      vectors.table.flatMap(({ move, status, by }) =>
        Object.entries(by).map(([role, next]) => `${move} ${status} ${role} ${next}`),
      ),
    ).add('start ARRIVED admin STARTED')
    fc.assert(
      fc.property(anyBooking, anyActor, anyMove, (facts, actor, move) => {
        const decision = decideTransition(facts, actor, move)
        const role = actor.kind === 'user' ? actor.role : actor.kind
        if (decision.ok) expect(allowed).toContain(`${move.type} ${facts.status} ${role} ${decision.next}`)
      }),
      { numRuns: 1000 },
    )
  })

  it('lets a rider or driver move only a booking he is on', () => {
    fc.assert(
      fc.property(anyBooking, anyActor, anyMove, (facts, actor, move) => {
        if (actor.kind !== 'user' || !decideTransition(facts, actor, move).ok) return
        const asked = move.type === 'accept' && facts.requestedDrivers.includes(actor.id)
        const isOn = actor.role === 'rider' ? facts.customer === actor.id : facts.driver === actor.id
        expect(actor.role === 'admin' || asked || isOn).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('has no way out of COMPLETE and CANCELLED, and no way back but that of the desk to NEW', () => {
    const order: Status[] = [
      'PAYMENT_PENDING',
      'NEW',
      'ACCEPTED',
      'ARRIVED',
      'STARTED',
      'REACHED',
      'PENDING',
      'PAID',
      'COMPLETE',
      'CANCELLED',
    ]
    fc.assert(
      fc.property(anyBooking, anyActor, anyMove, (facts, actor, move) => {
        const decision = decideTransition(facts, actor, move)
        if (!decision.ok) return
        expect(isActive(facts.status)).toBe(true)
        expect(decision.next).toBe(statusAfter(move.type))
        if (move.type === 'reassign') expect(decision.next).toBe('NEW')
        else expect(order.indexOf(decision.next)).toBeGreaterThan(order.indexOf(facts.status))
      }),
      { numRuns: 1000 },
    )
  })

  it('has one next move for the driver in each status that keeps him busy', () => {
    const moves = statuses.filter((status) => driverMoveAt(status)).map((status) => [status, driverMoveAt(status)])
    expect(moves).toEqual([
      ['ACCEPTED', 'arrive'],
      ['ARRIVED', 'start'],
      ['STARTED', 'reach'],
      ['REACHED', 'pay'],
    ])
  })

  it('marks the driver busy when the booking enters a busy status and frees him when it leaves', () => {
    for (const status of statuses) {
      for (const move of everyMove) {
        for (const actor of Object.values(parties)) {
          const decision = decideTransition({ ...booking, status }, actor, move)
          if (!decision.ok) continue
          expect(decision.effects.includes('markDriverBusy')).toBe(!isBusy(status) && isBusy(decision.next))
          // a booking that no longer keeps the driver busy must not free him on his next trip
          expect(decision.effects.includes('freeDriver')).toBe(isBusy(status) && !isBusy(decision.next))
        }
      }
    }
  })

  it('tells both parties about a cancellation when there was a driver, and before that the rider, unless it was his own wish', () => {
    for (const by of ['rider', 'admin'] as const) {
      for (const from of ['ACCEPTED', 'ARRIVED'] as const) expect(told(from, by)).toEqual(['customer', 'driver'])
    }
    expect([told('NEW', 'rider'), told('PAYMENT_PENDING', 'rider')]).toEqual([[], []])
    expect([told('NEW', 'admin'), told('PAYMENT_PENDING', 'system')]).toEqual([['customer'], ['customer']])
  })

  it('charges a rider who cancels after a driver accepted, and nobody else', () => {
    for (const status of statuses) {
      for (const role of roles) {
        const decision = decideTransition({ ...booking, status }, user(role, role), moves.cancel)
        if (decision.ok) expect(decision.effects.includes('chargeCancelFee')).toBe(role === 'rider' && status === 'ACCEPTED')
      }
    }
  })

  it('takes a booking from its driver only before the trip has begun, and asks again as if nobody had taken it', () => {
    for (const status of statuses) {
      const decision = decideTransition({ ...booking, status }, user('boss', 'admin'), { type: 'reassign' })
      expect(decision.ok).toBe(status === 'ACCEPTED' || status === 'ARRIVED')
      if (decision.ok) expect(decision.effects).toEqual(['dropDriver', 'freeDriver', 'startDispatch'])
    }
  })

  it('looks for drivers whenever a booking comes to wait for one', () => {
    for (const status of statuses) {
      for (const move of everyMove) {
        for (const actor of Object.values(parties)) {
          const decision = decideTransition({ ...booking, status }, actor, move)
          if (decision.ok) expect(decision.effects.includes('startDispatch')).toBe(decision.next === 'NEW')
        }
      }
    }
  })

  it('lets a driver accept what he is asked for, and move only what he drives', () => {
    const [asked, driver] = [user('other-asked', 'driver'), user('driver', 'driver')]
    const requestedDrivers = [asId<'user'>('other-asked')]
    const by = (who: Actor, move: Move, status: Status) =>
      outcome(decideTransition({ ...booking, status, requestedDrivers }, who, move))
    expect([by(asked, moves.accept, 'NEW'), by(driver, moves.accept, 'NEW')]).toEqual(['ACCEPTED', 'not_found'])
    expect([by(asked, moves.arrive, 'ACCEPTED'), by(driver, moves.arrive, 'ACCEPTED')]).toEqual(['not_found', 'ARRIVED'])
  })

  it('writes down the way from taking a booking to its drop, and whose car it was', () => {
    const steps = [
      ['accept', 'NEW', ['copyDriver', 'markDriverBusy', 'logTrackPoint']],
      ['arrive', 'ACCEPTED', []],
      ['start', 'ARRIVED', ['logTrackPoint']],
      ['reach', 'STARTED', ['logTrackPoint', 'saveDropAddress']],
      ['pay', 'REACHED', ['freeDriver', 'settleTrip', 'scheduleCompletion']],
    ] as const
    for (const [move, status, effects] of steps)
      expect(decideTransition({ ...booking, status }, user('driver', 'driver'), moves[move])).toMatchObject({ effects })
    expect(decideTransition({ ...booking, status: 'PAID' }, system, moves.complete)).toMatchObject({ effects: [] })
    expect(decideTransition(booking, user('rider', 'rider'), moves.cancel)).toMatchObject({ effects: ['undoPayment'] })
  })

  it('tells the rider of every step of the driver, and both of what changes for both', () => {
    for (const [move, from] of [
      ['accept', 'NEW'],
      ['start', 'ARRIVED'],
      ['reach', 'STARTED'],
    ] as const)
      expect(toldOf(move, from)).toEqual(['customer'])
    for (const [move, from] of [
      ['reassign', 'ACCEPTED'],
      ['pay', 'REACHED'],
    ] as const)
      expect(toldOf(move, from)).toEqual(['customer', 'driver'])
    expect(newsOf({ move: 'prepay', from: 'PAYMENT_PENDING', by: 'system' })).toEqual([])
  })

  it('settles the trip when it is paid and at no other time', () => {
    for (const status of statuses) {
      for (const move of everyMove) {
        const decision = decideTransition({ ...booking, status }, system, move)
        if (decision.ok) expect(decision.effects.includes('settleTrip')).toBe(decision.next === 'PAID')
      }
    }
  })
})
