// Applies the settings proposed for the served city, exactly as the admin saw them.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { applyCityProposal as applyCityProposalEndpoint } from '@wayfare/contract/settings-proposal'
import type { UserActor } from '@wayfare/core/accounts'
import { proposalFields } from '@wayfare/core/city-proposal'
import { Refusal } from '@wayfare/core/errors'
import type { Settings } from '@wayfare/core/settings'
import { sql } from 'kysely'
import { auditAll, type AuditEntry } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { carryCarTypes, lockCarTypes } from '../catalog/commands-prices.ts'
import { carryPromos } from '../promos/commands-prices.ts'
import { checkMayEdit, checkZone, lockSettings, toSettings, writeSettings } from './commands.ts'
import { presentAll } from './present.ts'
import { readProposal } from './queries-proposal.ts'

const pickFields = (settings: Settings, fields: readonly (keyof Settings)[]): Partial<Settings> =>
  Object.fromEntries(fields.map((field) => [field, settings[field]]))

/** Prevents bookings, postings and price changes in the old currency meanwhile. */
const holdBooks = async (tx: Tx): Promise<void> => {
  await sql`lock table booking, ledger_transaction, payment in share mode`.execute(tx)
  await lockCarTypes(tx)
}

const carryPrices = async (tx: Tx, from: Settings, to: Settings): Promise<AuditEntry[]> => [
  ...(await carryCarTypes(tx, { from, to })),
  ...(await carryPromos(tx, { from, to })),
]

/** Applies the proposal as the admin saw it: settings, and with the prices every amount of car types and promo codes. */
export const applyCityProposal = (
  deps: Deps,
  actor: UserActor,
  { parts, seen, ...place }: ParsedInputOf<typeof applyCityProposalEndpoint>,
) =>
  inTx(deps, async (tx) => {
    await lockSettings(tx)
    const hasPrices = parts.includes('prices')
    if (hasPrices) await holdBooks(tx)
    const { proposal, settings: stored, suited, version: before } = await readProposal(deps, tx, place)
    checkMayEdit(actor, stored)
    if (proposal.seen !== seen) throw new Refusal('row_changed')
    const isHalf = hasPrices && proposal.parts.includes('country') && !parts.includes('country')
    if (isHalf || parts.some((part) => !proposal.parts.includes(part))) throw new Refusal('bad_request')
    if (hasPrices && proposal.pricesStay) throw new Refusal('currency_in_use')
    const fields = parts.flatMap((part): readonly (keyof Settings)[] => proposalFields[part])
    const settings = toSettings({ ...stored, ...pickFields(suited, fields) })
    await checkZone(tx, stored, settings)
    const priced = hasPrices ? await carryPrices(tx, stored, suited) : []
    const version = await writeSettings(tx, deps, { settings, version: before })
    const object = { kind: 'settings', id: 'all' } as const
    await auditAll(tx, actor, [...priced, { action: 'settings.applyProposal', object, before: stored, after: settings }])
    return presentAll(deps, { settings, version }, proposal.pricesStay)
  })
