// The waiting withdrawals as one payment file for the bank.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { exportTransfers as exportEndpoint } from '@wayfare/contract/wallet-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { toCityTime } from '@wayfare/core/city-time'
import { creditTransferXml } from '@wayfare/core/credit-transfer'
import { Refusal } from '@wayfare/core/errors'
import { isIban } from '@wayfare/core/iban'
import { toDecimal } from '@wayfare/core/money'
import { getWithdrawState } from '@wayfare/core/wallet'
import { auditExport } from '../../audit.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { makeAttachment, type FileAnswer } from '../../http/download.ts'
import { renderSheet } from '../../http/sheet.ts'
import { amountCell } from '../../http/sheet-cell.ts'
import { checkUnlocked } from '../../lock.ts'

type Row = TableRow<'withdraw'>

const columns = ['id', 'name', 'bankName', 'bankCode', 'bankAccount', 'amount', 'currency']

/** All given rows, in id order. Refuses unless each exists and waits: whoever pays the file pays everything in it. */
const readWaiting = async ({ db }: Deps, ids: readonly string[]): Promise<Row[]> => {
  const rows = await db.selectFrom('withdraw').selectAll().where('id', 'in', ids).orderBy('id').execute()
  const missing = ids.filter((id) => rows.every((row) => row.id !== id))
  if (missing.length > 0) throw new Refusal('not_found', { ids: missing })
  const settled = rows.filter((row) => getWithdrawState(row) !== 'waiting').map(({ id }) => id)
  if (settled.length > 0) throw new Refusal('withdraw_processed', { ids: settled })
  return rows
}

/** Words in scripts that core cannot transliterate. */
const foreignWord = /[\p{L}\p{M}]*[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\p{L}\p{M}]*/gu

/**
 * Transliterates names by sound: a bank accepts only Latin letters, and its staff may have to recognise the name (decision 113).
 */
const spellNames = async (names: readonly string[]): Promise<string[]> => {
  if (!names.some((name) => name.search(foreignWord) >= 0)) return [...names]
  // half a megabyte, loaded only when needed
  const { default: spell } = await import('any-ascii')
  return names.map((name) => name.replaceAll(foreignWord, (word) => spell(word).replaceAll(/[^A-Za-z ]/g, '')))
}

/** Refuses, with the names, rows for which a bank would reject the whole file. */
const xmlOf = async (deps: Deps, rows: readonly Row[], name: string): Promise<string> => {
  const { payoutIban, companyName, appName, timeZone } = deps.settings()
  if (payoutIban === '') throw new Refusal('payout_iban_missing')
  if (rows.some(({ currency }) => currency !== 'EUR')) throw new Refusal('payout_not_euro')
  const unfit = rows.filter(({ bankAccount }) => !isIban(bankAccount ?? ''))
  if (unfit.length > 0) {
    const names = unfit.map((row) => row.name).join(', ')
    throw new Refusal('payout_no_iban', { ids: unfit.map(({ id }) => id), names })
  }
  const now = deps.now().getTime()
  const [payer = '', ...names] = await spellNames([companyName || appName, ...rows.map((row) => row.name)])
  return creditTransferXml({
    // a bank would take the second of two files made in the same minute for a copy of the first
    id: `${name}-${deps.newId(8)}`,
    at: now,
    day: toCityTime(now, timeZone).slice(0, 10),
    payer: { name: payer, iban: payoutIban },
    transfers: rows.map((row, at) => ({
      id: row.id,
      name: names[at] ?? '',
      iban: row.bankAccount ?? '',
      amount: row.amountMinor,
    })),
  })
}

export const exportTransfers = async (
  deps: Deps,
  actor: UserActor,
  { ids, format }: ParsedInputOf<typeof exportEndpoint>,
): Promise<FileAnswer> => {
  checkUnlocked(deps)
  const rows = await readWaiting(deps, ids)
  const now = toCityTime(deps.now().getTime(), deps.settings().timeZone)
  const name = `payouts-${now.replaceAll(/\D/g, '')}`
  const xml = format === 'sepa' ? Buffer.from(await xmlOf(deps, rows, name)) : null
  await auditExport(deps, actor, { action: 'wallet.exportTransfers', id: 'withdraws', filter: { format, ids: ids.join(' ') } })
  if (xml) return makeAttachment('application/xml; charset=utf-8', `${name}.xml`, xml)
  const lines = rows.map(({ amountMinor, currency, ...row }) => {
    const bank = [row.bankName, row.bankCode, row.bankAccount].map((part) => part ?? '')
    return [row.id, row.name, ...bank, amountCell(toDecimal(amountMinor, currency)), currency]
  })
  return renderSheet({ name, columns, rows: lines }, 'csv')
}
