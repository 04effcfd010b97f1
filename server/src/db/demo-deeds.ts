// What the desk of the demo decided and said: claims beyond a promise, an emergency that was none, two notices; and what riders and drivers
// wrote to each other.
import type { AuditKind } from '@wayfare/contract/audit-kinds'
import { claimPostings } from '@wayfare/core/ledger'
import { toDecimal } from '@wayfare/core/money'
import { claimHours } from '@wayfare/core/fare-claim'
import { hourMs, minuteMs, dayMs } from './demo-calendar.ts'
import type { Tools } from './demo-trip.ts'
import type { NewRow } from './tables.ts'

type Deed = { action: string; kind: AuditKind; id: string; before?: object; after?: object }

export const writeDeed = ({ past, ground: { admin } }: Tools, at: number, { action, kind, id, before, after }: Deed): void =>
  past.add(at, 'auditEntry', {
    at: new Date(at),
    actorId: admin.id,
    role: admin.userType,
    ip: '192.0.2.10',
    action,
    objectKind: kind,
    objectId: id,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  })

type BookingRow = NewRow<'booking'>
type Change = NewRow<'bookingChange'>['kind']

const listBookings = ({ past }: Tools): BookingRow[] => past.rows.flatMap(({ table, row }) => (table === 'booking' ? [row] : []))

type Changed = { kind: Change; at: number; isDesk?: boolean }

const writeChange = ({ past, ground: { admin } }: Tools, row: BookingRow, { kind, at, isDesk = true }: Changed): void => {
  const amount = BigInt(row.claimAmountMinor ?? 0n) - BigInt(row.claimDiscountMinor ?? 0n)
  const by = isDesk ? { actorId: admin.id, actorRole: admin.userType } : { actorId: null, actorRole: 'system' }
  past.add(at, 'bookingChange', { bookingId: row.id, kind, ...by, toValue: toDecimal(amount, row.currency), at: new Date(at) })
}

/** Granted, and paid by the rider's card. */
const grant = (tools: Tools, row: BookingRow, decidedAt: number): void => {
  const { past, ground } = tools
  const paidAt = decidedAt + 40 * minuteMs
  const money = {
    amount: BigInt(row.claimAmountMinor ?? 0n),
    fees: BigInt(row.claimFeesMinor ?? 0n),
    discount: BigInt(row.claimDiscountMinor ?? 0n),
  }
  const [id, amountMinor] = [past.newId(), money.amount - money.discount]
  Object.assign(row, { claimState: 'granted', claimPaidAt: new Date(paidAt), claimPaidBy: 'card', gateway: 'test' })
  const paid = { provider: 'test', mode: 'sandbox', status: 'paid', settledAs: 'booking', purpose: 'claim' } as const
  const times = { createdAt: new Date(paidAt - minuteMs), settledAt: new Date(paidAt) }
  const named = { id, bookingId: row.id, userId: row.customerId, providerRef: id, providerTxn: `approve-${id}` }
  past.add(paidAt, 'payment', { ...paid, ...named, ...times, amountMinor, currency: ground.settings.code })
  const parties = { id: row.id, customer: row.customerId, driver: row.driverId } as Parameters<typeof claimPostings>[0]
  past.post(paidAt, claimPostings({ ...parties, ...money, by: 'card' }))
  writeChange(tools, row, { kind: 'claimGranted', at: decidedAt })
  writeChange(tools, row, { kind: 'claimPaid', at: paidAt, isDesk: false })
}

/** What becomes of one claim after the other: claims are few, and each end has to be among them. */
const claimEnds = ['granted', 'refused', 'lapsed', 'granted', 'refused'] as const

/** Claims older than three days have been answered, or lapsed. */
export const planClaims = (tools: Tools): void => {
  const { dice, ground } = tools
  let ended = 0
  for (const row of listBookings(tools).filter(({ claimState }) => claimState === 'open')) {
    const openedAt = Number(row.claimOpenedAt)
    const decidedAt = openedAt + dice.between(2, 40) * hourMs
    const lapsesAt = openedAt + claimHours * hourMs
    if (lapsesAt > ground.endsAt || !row.completedAt) continue
    const end = claimEnds[ended++ % claimEnds.length]
    if (end === 'lapsed') {
      Object.assign(row, { claimState: 'lapsed', claimDecidedAt: new Date(lapsesAt) })
      writeChange(tools, row, { kind: 'claimLapsed', at: lapsesAt, isDesk: false })
      continue
    }
    const isGranted = end === 'granted'
    const reason = isGranted ? 'The rider asked for another stop' : 'The driver lost the way'
    Object.assign(row, { claimState: 'refused', claimDecidedAt: new Date(decidedAt), claimReason: reason })
    if (isGranted) grant(tools, row, Math.max(decidedAt, Number(row.completedAt)))
    else writeChange(tools, row, { kind: 'claimRefused', at: decidedAt })
    const after = { state: isGranted ? 'granted' : 'refused', reason }
    writeDeed(tools, decidedAt, { action: 'bookings.decideClaim', kind: 'booking', id: row.id, before: { state: 'open' }, after })
  }
}

const talks = [
  ['I am at the main entrance.', 'I see you, one minute.'],
  ['Is there room for a pram?', 'Yes, plenty.'],
  ['Running two minutes late, sorry!', 'No problem, I wait.'],
] as const

const talk = ({ past, dice }: Tools, row: BookingRow): void => {
  const said = dice.pick(talks)
  const from = Number(row.acceptedAt)
  if (!said || !row.driverId) return
  for (const [i, message] of said.entries()) {
    const at = from + (i + 1) * dice.between(20, 50) * 1000
    past.add(at, 'chatMessage', {
      bookingId: row.id,
      driverId: row.driverId,
      fromId: i === 0 ? row.customerId : row.driverId,
      source: i === 0 ? 'rider' : 'driver',
      message,
      clientKey: `demo-${row.id}-${i}`,
      at: new Date(at),
    })
  }
}

const raiseAlarm = (tools: Tools, row: BookingRow): void => {
  const { past, ground } = tools
  const at = Number(row.tripStartAt) + 2 * minuteMs
  const id = past.newId()
  past.add(at, 'panic', {
    id,
    bookingId: row.id,
    driverId: row.driverId ?? '',
    at: new Date(at),
    lat: row.pickupLat,
    lng: row.pickupLng,
    address: row.pickupAddress,
    answeredAt: new Date(at + minuteMs),
    answeredBy: ground.admin.id,
  })
  writeDeed(tools, at + minuteMs, { action: 'trips.answerPanic', kind: 'booking', id: row.id })
}

const notices = [
  { ago: 41, userType: 'rider', title: 'Parcels, too', body: 'From today we carry parcels door to door, up to 20 kg.' },
  {
    ago: 12,
    userType: 'driver',
    title: 'Road works in the centre',
    body: 'Plan two minutes more for pickups around the square.',
  },
] as const

export const planTalk = (tools: Tools): void => {
  const { past, dice, ground } = tools
  const driven = listBookings(tools).filter(({ tripEndAt }) => tripEndAt)
  for (const row of driven) if (dice.fraction() < 0.06) talk(tools, row)
  const alarmed = driven[Math.floor(driven.length * 0.7)]
  if (alarmed) raiseAlarm(tools, alarmed)
  for (const { ago, ...words } of notices) {
    const [id, at] = [past.newId(), ground.endsAt - ago * dayMs]
    const sentAt = new Date(at)
    const by = { createdBy: ground.admin.id, sentBy: ground.admin.id, createdAt: sentAt, sentAt, endedAt: sentAt }
    past.add(at, 'campaign', { id, deviceType: 'All', ...words, state: 'sent', ...by })
    writeDeed(tools, at, { action: 'messages.sendCampaign', kind: 'campaign', id, after: { title: words.title } })
  }
}
