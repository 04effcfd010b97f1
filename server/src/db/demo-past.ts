// What the demo looks back on, as rows that wait to be written, each with its moment.
import type { Dice } from '@wayfare/core/dice'
import type { Stop } from '@wayfare/core/booking'
import { makeIdFromBytes } from '@wayfare/core/ids'
import type { Posting } from '@wayfare/core/ledger'
import type { Settings } from '@wayfare/core/settings'
import type { NewRow, TableRow } from './tables.ts'

/** In an order in which each row finds what it refers to. */
export const pastTables = [
  'booking',
  'bookingStep',
  'bookingOffer',
  'bookingChange',
  'bookingNote',
  'payment',
  'refund',
  'promoUse',
  'chatMessage',
  'trackPoint',
  'panic',
  'withdraw',
  'walletCredit',
  'bankDeposit',
  'campaign',
  'auditEntry',
] as const
export type PastTable = (typeof pastTables)[number]

export type PastRow = { [Table in PastTable]: { at: number; table: Table; row: NewRow<Table> } }[PastTable]
export type PastPosting = { at: number; posting: Posting }

export type Way = { distanceM: number; durationS: number; polyline: string }

/** Who and what the town is made of. `places` are stops with addresses; `findWay` is null where no road leads. */
export type Ground = {
  seed: number
  /** epoch ms: nothing is over after it */
  endsAt: number
  settings: Settings
  carTypes: readonly TableRow<'carType'>[]
  drivers: readonly TableRow<'appUser'>[]
  riders: readonly TableRow<'appUser'>[]
  admin: TableRow<'appUser'>
  promo: TableRow<'promo'> | null
  reasons: readonly string[]
  places: readonly Stop[]
  findWay: (from: Stop, to: Stop) => Promise<Way | null>
}

/** Rows and postings as they are found, in no order. Money that riders have is known as it moves. */
export type Past = {
  rows: PastRow[]
  postings: PastPosting[]
  add: <Table extends PastTable>(at: number, table: Table, row: NewRow<Table>) => void
  post: (at: number, postings: readonly Posting[]) => void
  /** what is in a rider's wallet, in minor units */
  balanceOf: (owner: string) => bigint
  newId: () => string
}

const sumOf = (postings: readonly Posting[], owner: string): bigint =>
  postings
    .flatMap(({ legs }) => legs)
    .reduce((sum, { account, amount }) => (account.kind === 'wallet' && account.owner === owner ? sum + amount : sum), 0n)

/** A row without a moment would belong to no day, and be left out unseen. */
const checkMoment = (at: number, what: string): void => {
  if (!Number.isFinite(at)) throw new Error(`${what} of the demo's past has no moment`)
}

export const makePast = (dice: Dice, balances: ReadonlyMap<string, bigint>): Past => {
  const known = new Map(balances)
  const rows: PastRow[] = []
  const all: PastPosting[] = []
  return {
    rows,
    postings: all,
    // the union knows which row goes with which table, a type parameter does not
    add: (at, table, row) => {
      checkMoment(at, table)
      rows.push({ at, table, row } as PastRow)
    },
    post: (at, postings) => {
      for (const posting of postings) {
        checkMoment(at, posting.once)
        all.push({ at, posting })
      }
      const owners = new Set(
        postings.flatMap(({ legs }) => legs.flatMap(({ account }) => (account.kind === 'wallet' ? [account.owner] : []))),
      )
      for (const owner of owners) known.set(owner, (known.get(owner) ?? 0n) + sumOf(postings, owner))
    },
    balanceOf: (owner) => known.get(owner) ?? 0n,
    newId: () => makeIdFromBytes(Array.from({ length: 12 }, () => Math.floor(dice.between(0, 256)))),
  }
}

/** JSON columns are written as text. */
export const toNewRow = <Row extends object>(row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
    ]),
  )
