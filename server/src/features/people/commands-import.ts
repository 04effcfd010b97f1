// People from a table: what would be made of each row, and the good ones made, some at a time. The same table again makes nothing
// twice.
import {
  importColumns,
  mostImportRows,
  type importPeople as importEndpoint,
  type ImportRow,
} from '@wayfare/contract/people-import'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { readCsv, readCsvCell } from '@wayfare/core/csv'
import { Refusal } from '@wayfare/core/errors'
import type { CarTypeId } from '@wayfare/core/ids'
import { personFields, type PersonField } from '@wayfare/core/people'
import { listPersonProblems } from '@wayfare/core/people-checks'
import { parseMobile } from '@wayfare/core/phones'
import { auditAll } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { getDelivery } from '../../jobs/messages.ts'
import { checkUnlocked } from '../../lock.ts'
import { sendInvitations } from './commands-invitations.ts'
import { addPeople, checkFields, checkMayAdd, findHomeDialCode, isLaid, type Draft } from './commands.ts'
import { consumeTelling } from './commands-tellings.ts'

type Input = ParsedInputOf<typeof importEndpoint>
type Column = (typeof importColumns)[number]

/** Rows added in one transaction; kept small, because readers of events wait for it. */
const atOnce = 250

/** Column heads as people write them: "First name", first_name. */
const plainHead = (head: string): string => head.toLowerCase().replaceAll(/[^a-z]/g, '')
const columnOf = new Map<string, Column>(importColumns.map((column) => [plainHead(column), column]))
/** Our own export has the car type's name beside its id; the id takes precedence. */
const carTypeName = plainHead('carTypeName')

const needed = ['firstName', 'lastName', 'email'] as const

const readHeads = (cells: readonly string[]) => {
  const heads = cells.map(plainHead)
  const hasId = heads.includes(plainHead('carType'))
  const columns = heads.map((head) => columnOf.get(head) ?? (head === carTypeName && !hasId ? 'carType' : null))
  const known = columns.filter((column) => column !== null)
  const isOnce = new Set(known).size === known.length
  if (!isOnce || !needed.every((column) => known.includes(column)))
    throw new Refusal('import_columns', { columns: importColumns })
  return { columns, unknownColumns: cells.filter((cell, i) => columns[i] === null && cell.trim() !== '') }
}

type Cells = { line: number; values: Partial<Record<Column, string>> }

const readTable = (csv: string): { table: Cells[]; unknownColumns: string[] } => {
  const [head, ...rows] = readCsv(csv) ?? []
  if (!head || csv.includes('\uFFFD')) throw new Refusal('import_unreadable')
  const { columns, unknownColumns } = readHeads(head.cells)
  if (rows.length > mostImportRows) throw new Refusal('too_large', { rows: rows.length, most: mostImportRows })
  const table = rows.map(({ line, cells }) => {
    const named = columns.flatMap((column, i) => (column === null ? [] : [[column, readCsvCell(cells[i] ?? '').trim()]]))
    return { line, values: Object.fromEntries(named) as Cells['values'] }
  })
  return { table, unknownColumns: unknownColumns.map((name) => name.slice(0, 80)).slice(0, 50) }
}

/** Includes the truth values of spreadsheets in our languages, which change them when they save our own export. */
const yes = ['true', 'yes', '1', 'x', 'sant', 'ja', 'verdadero', 'sí', 'si', 'صحيح', 'نعم']
const no = ['false', 'no', '0', 'falskt', 'nej', 'falso', 'خطأ', 'لا']

type Row = {
  view: ImportRow
  draft: Draft
  email: string
  mobile: string | null
  /** blocked by an account that is not the actor's */
  isForeign: boolean
}

const foldName = (name: string): string => name.normalize('NFC').trim().toLowerCase()

const readCarTypes = async ({ db }: Deps): Promise<Map<string, CarTypeId>> => {
  const rows = await db.selectFrom('carType').select(['id', 'name']).where('removedAt', 'is', null).execute()
  return new Map(rows.flatMap(({ id, name }) => [[foldName(name), id] as const, [foldName(id), id] as const]))
}

type Problem = ImportRow['problems'][number]

/** Fields of another role, or outside the actor's business, are a problem of the row. */
const fieldProblems = (deps: Deps, actor: UserActor, draft: Draft): Problem[] => {
  try {
    checkFields(deps, actor, draft.userType, draft)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [first] = (error.details?.['fields'] ?? []) as { field: string }[]
    return [{ field: first?.field ?? '', key: error.key }]
  }
}

/** An unknown car type is a problem, unlike an empty one. */
const checkCar = (typed: string, carType: CarTypeId | null, told: readonly Problem[]): Problem[] =>
  typed !== '' && carType === null && told.every(({ field }) => field !== 'carType')
    ? [{ field: 'carType', key: 'vehicle_incomplete' }]
    : []

const toRow = (
  { line, values }: Cells,
  known: { deps: Deps; actor: UserActor; userType: Draft['userType']; carTypes: Map<string, CarTypeId> },
): Row => {
  const { deps, actor, userType, carTypes } = known
  const { carType: car = '', approved = '', ...texts } = values
  const carType = car === '' ? null : (carTypes.get(foldName(car)) ?? null)
  const fields = Object.fromEntries(personFields.map((field) => [field, texts[field] ?? ''])) as Record<PersonField, string>
  const dialCode = findHomeDialCode(deps)
  const mobile = parseMobile(dialCode, fields.mobile)
  const draft: Draft = {
    ...fields,
    userType,
    mobile: mobile ?? fields.mobile,
    approved: !no.includes(approved.toLowerCase()),
    carType,
  }
  const isApprovalKnown = approved === '' || [...yes, ...no].includes(approved.toLowerCase())
  const own = listPersonProblems(userType, { ...draft, carType }, dialCode)
  const problems: Problem[] = [
    ...own,
    ...checkCar(car, carType, own),
    ...(isApprovalKnown ? [] : [{ field: 'approved', key: 'import_yes_no' }]),
    ...fieldProblems(deps, actor, draft),
  ]
  const { firstName, lastName, email } = fields
  const view: ImportRow = {
    line,
    outcome: problems.length > 0 ? 'wrong' : 'make',
    firstName,
    lastName,
    email,
    mobile: draft.mobile,
    problems,
  }
  return { view, draft, email: email.toLowerCase(), mobile, isForeign: false }
}

const findKnown = (deps: Deps, rows: readonly Row[]) =>
  deps.db
    .selectFrom('appUser')
    .select(['id', 'email', 'mobile', 'userType', 'fleetAdminId'])
    .where((where) =>
      where.or([
        where('email', 'in', ['', ...rows.map(({ email }) => email)]),
        where('mobile', 'in', ['', ...rows.flatMap(({ mobile }) => (mobile === null ? [] : [mobile]))]),
      ]),
    )
    .execute()

type Known = Awaited<ReturnType<typeof findKnown>>[number]
type Seen = { emails: Set<string>; mobiles: Set<string | null> }

const isOwn = (actor: UserActor, { id, fleetAdminId }: Known): boolean =>
  actor.role === 'admin' || id === actor.id || fleetAdminId === actor.id

const isSamePerson = (actor: UserActor, row: Row, { owner, holder }: { owner?: Known; holder?: Known }): boolean => {
  if (!owner || owner.userType !== row.draft.userType) return false
  return isOwn(actor, owner) && (row.mobile === null || owner === holder)
}

/** Marks a row whose person exists; an address or number of someone else, here or earlier in the table, blocks the row. */
const compareOne = (actor: UserActor, row: Row, owners: { owner?: Known; holder?: Known }, seen: Seen): void => {
  if (isSamePerson(actor, row, owners)) {
    row.view.outcome = 'exists'
    return
  }
  const byEmail = owners.owner !== undefined || seen.emails.has(row.email)
  const byMobile = row.mobile !== null && (owners.holder !== undefined || seen.mobiles.has(row.mobile))
  if (!byEmail && !byMobile) return
  row.view.outcome = 'wrong'
  row.view.problems.push({ field: byEmail ? 'email' : 'mobile', key: 'user_exists' })
  row.isForeign = Object.values(owners).some((one) => !isOwn(actor, one))
}

/** In a preview a fleet admin learns only about their own people, not who else has an account. */
const compare = async (deps: Deps, actor: UserActor, rows: readonly Row[], isLook: boolean): Promise<void> => {
  const known = (await findKnown(deps, rows)).filter((one) => !isLook || isOwn(actor, one))
  const byEmail = new Map(known.map((one) => [one.email, one]))
  const byMobile = new Map(known.map((one) => [one.mobile, one]))
  const seen: Seen = { emails: new Set(), mobiles: new Set() }
  for (const row of rows.filter(({ view }) => view.outcome === 'make')) {
    const [owner, holder] = [byEmail.get(row.email), row.mobile === null ? undefined : byMobile.get(row.mobile)]
    compareOne(actor, row, { ...(owner && { owner }), ...(holder && { holder }) }, seen)
    seen.emails.add(row.email)
    seen.mobiles.add(row.mobile)
  }
}

/** Once the fleet admin's daily disclosures are used up, the rest of the table must wait for another day, known people or not. */
const boundTellings = async (deps: Deps, actor: UserActor, rows: readonly Row[]): Promise<void> => {
  if (actor.role === 'admin') return
  const foreign = rows.filter(({ isForeign }) => isForeign)
  let end = rows.length
  for (const row of foreign) {
    if (await consumeTelling(deps, actor)) continue
    end = rows.indexOf(row)
    break
  }
  for (const { view, isForeign } of rows.slice(end)) {
    if (view.outcome !== 'make' && !isForeign) continue
    view.outcome = 'wrong'
    view.problems = [{ field: '', key: 'import_rest_later' }]
  }
}

const note = (view: ImportRow, laid: unknown): void => {
  view.outcome = laid instanceof Refusal ? 'wrong' : 'made'
  if (laid instanceof Refusal) view.problems.push({ field: String(laid.details?.['field'] ?? ''), key: laid.key })
}

/** Adds a batch. Someone who registered a moment ago is a problem of that row only. */
const layRows = (deps: Deps, actor: UserActor, rows: readonly Row[], invite: boolean): Promise<void> =>
  inTx(omitOnceKey(deps), async (tx) => {
    const drafts = rows.map(({ draft }) => draft)
    const laid = await addPeople(deps, tx, actor, drafts)
    const made = laid.filter(isLaid)
    if (invite) {
      const invited = made.map((person) => ({ ...person, language: null }))
      await sendInvitations(deps, tx, invited)
    }
    const entries = made.map(({ id, ...after }) => ({
      action: 'accounts.importPeople',
      object: { kind: 'person', id } as const,
      after,
    }))
    await auditAll(tx, actor, entries)
    for (const [at, { view }] of rows.entries()) note(view, laid[at])
  })

export const importPeople = async (deps: Deps, actor: UserActor, { userType, csv, dryRun, invite }: Input) => {
  checkMayAdd(deps, actor, userType)
  // an import discloses hundreds of existing accounts at once
  checkUnlocked(deps)
  const { table, unknownColumns } = readTable(csv)
  const carTypes = await readCarTypes(deps)
  const rows = table.map((cells) => toRow(cells, { deps, actor, userType, carTypes }))
  await compare(deps, actor, rows, dryRun)
  if (!dryRun) await boundTellings(deps, actor, rows)
  const good = dryRun ? [] : rows.filter(({ view }) => view.outcome === 'make')
  for (let at = 0; at < good.length; at += atOnce) await layRows(deps, actor, good.slice(at, at + atOnce), invite)
  const count = (outcome: ImportRow['outcome']): number => rows.filter(({ view }) => view.outcome === outcome).length
  const views = rows.map(({ view }) => view)
  const [make, made, exists, wrong] = [count('make'), count('made'), count('exists'), count('wrong')]
  return { rows: views, make, made, exists, wrong, unknownColumns, mail: getDelivery(deps, 'mail') }
}
