import { importPeople } from '@wayfare/contract/people-import'
import { exportPeople, listPeople } from '@wayfare/contract/people'
import { createPerson } from '@wayfare/contract/people-edit'
import { resetPassword } from '@wayfare/contract/sign-in'
import { proveAudit } from '@wayfare/contract/audit'
import { formatCsvLine } from '@wayfare/core/csv'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { TestUser } from '../../../test/make.ts'

const app = await startApp()
const { call, refusal, raw, make } = app
const admin = await make.admin()

type Input = Parameters<typeof call<typeof importPeople>>[1]
const run = (csv: string, input: Partial<Input> = {}, as: TestUser = admin) =>
  call(importPeople, { userType: 'rider', csv, ...input }, { as })
const refused = (csv: string, input: Partial<Input> = {}, as: TestUser = admin) =>
  refusal(importPeople, { userType: 'rider', csv, ...input }, { as })

let count = 0
const person = (): { email: string; mobile: string; cells: string[] } => {
  count += 1
  const [email, mobile] = [`row-${count}-${app.deps.newId(5).toLowerCase()}@import.example`, `+46702${100_000 + count}`]
  return { email, mobile, cells: [`First${count}`, `Last${count}`, email, mobile] }
}
const heads = ['firstName', 'lastName', 'email', 'mobile']
const table = (...rows: string[][]): string => [heads, ...rows].map(formatCsvLine).join('')
const rows = (size: number): string => `firstName,lastName,email\n${'A,B,c\n'.repeat(size)}`
const rowsOf = (...emails: string[]) => app.db.selectFrom('appUser').selectAll().where('email', 'in', emails).execute()

describe('a look at a table', () => {
  it('says of each row what would be made or what is wrong, and makes nothing', async () => {
    const [good, taken] = [person(), await make.rider()]
    const csv = table(
      good.cells,
      ['', 'Ek', 'nowhere', '070'],
      ['Ann', 'Ek', taken.email, person().mobile],
      ['Ann', 'Ek', person().email, taken.mobile],
      ['Again', 'Same', good.email.toUpperCase(), person().mobile],
    )
    const seen = await run(csv)
    expect(seen).toMatchObject({ make: 1, made: 0, exists: 0, wrong: 4, unknownColumns: [] })
    expect(seen.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'make'],
      [3, 'wrong'],
      [4, 'wrong'],
      [5, 'wrong'],
      [6, 'wrong'],
    ])
    expect(seen.rows.map(({ problems }) => problems)).toEqual([
      [],
      [
        { field: 'firstName', key: 'proper_input_name' },
        { field: 'email', key: 'proper_email' },
        { field: 'mobile', key: 'mobile_no_blank_error' },
      ],
      [{ field: 'email', key: 'user_exists' }],
      [{ field: 'mobile', key: 'user_exists' }],
      [{ field: 'email', key: 'user_exists' }],
    ])
    expect(await rowsOf(good.email)).toEqual([])
  })

  it.each([
    [
      'semicolons, a mark and quotes',
      (cells: string[]) => `\ufeffFirst name;LAST_NAME;E-mail;Mobile;Shoe size\r\n"${cells.join('";"')}";42\r\n`,
    ],
    ['tabs', (cells: string[]) => `first name\tlast name\temail\tmobile\tshoe size\n${cells.join('\t')}\t42`],
  ])('understands %s, and names the columns it leaves aside', async (_name, write) => {
    const { cells, email } = person()
    const seen = await run(write(cells))
    expect(seen).toMatchObject({ make: 1, wrong: 0, unknownColumns: [expect.stringMatching(/shoe size/i)] })
    expect(seen.rows[0]?.email).toBe(email)
  })

  it.each([
    ['firstName,lastName\nA,B', 'import_columns'],
    ['firstName,lastName,email,E-mail\nA,B,c,d', 'import_columns'],
    ['', 'import_unreadable'],
    ['firstName,lastName,email\n"A,B,c', 'import_unreadable'],
    [`firstName,lastName,email\n\uFFFDke,B,c@d.se`, 'import_unreadable'],
  ])('refuses %j with %s', async (csv, key) => {
    expect(await refused(csv)).toMatchObject({ status: 422, key })
  })

  it('takes five thousand rows and no more', async () => {
    expect((await run(rows(5000))).wrong).toBe(5000)
    expect(await refused(rows(5001))).toMatchObject({ status: 413, key: 'too_large' })
    expect((await refused('x'.repeat(2 * 1024 * 1024 + 1))).key).toBe('bad_request')
  })
})

describe('an import', () => {
  it('makes the good rows and leaves the others; the same table again makes nothing twice', async () => {
    const [one, two] = [person(), person()]
    const csv = table(one.cells, ['', '', 'wrong', ''], two.cells)
    const done = await run(csv, { dryRun: false })
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['made', 'wrong', 'made'])
    const made = await rowsOf(one.email, two.email)
    expect(made).toHaveLength(2)
    for (const row of made)
      expect(row).toMatchObject({ userType: 'rider', createdByAdmin: true, approved: true, invitedAt: null })
    expect(await run(csv, { dryRun: false })).toMatchObject({ make: 0, made: 0, exists: 2, wrong: 1 })
    const audited = app.db.selectFrom('auditEntry').select('objectId').where('action', '=', 'accounts.importPeople')
    expect((await audited.execute()).map(({ objectId }) => objectId).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  })

  it('of the same table twice at once makes each person once', async () => {
    const people = Array.from({ length: 120 }, person)
    const csv = table(...people.map(({ cells }) => cells))
    const [a, b] = await Promise.all([run(csv, { dryRun: false }), run(csv, { dryRun: false })])
    expect(a.made + b.made).toBe(120)
    expect(await rowsOf(...people.map(({ email }) => email))).toHaveLength(120)
    const others = [...a.rows, ...b.rows].filter(({ outcome }) => outcome !== 'made')
    for (const { outcome, problems } of others) expect(outcome === 'exists' || problems[0]?.key === 'user_exists').toBe(true)
  })

  it('invites only when asked', async () => {
    const [quiet, invited] = [person(), person()]
    await run(table(quiet.cells), { dryRun: false })
    await run(table(invited.cells), { dryRun: false, invite: true })
    await app.settle()
    const mails = app.db.selectFrom('devMessage').select('recipient').where('recipient', 'in', [quiet.email, invited.email])
    expect(await mails.execute()).toEqual([{ recipient: invited.email }])
  })

  it('invites each by a link of the own, and the chain of deeds holds', async () => {
    const people = Array.from({ length: 3 }, person)
    await run(table(...people.map(({ cells }) => cells)), { dryRun: false, invite: true })
    await app.settle()
    const emails = people.map(({ email }) => email)
    const mails = await app.db.selectFrom('devMessage').selectAll().where('recipient', 'in', emails).execute()
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted())
    const tokens = mails.map((mail) => /token=([\w.-]+)/.exec(mail.body)?.[1] ?? '')
    expect(new Set(tokens).size).toBe(3)
    const [token = ''] = tokens
    await call(resetPassword, { token, password: 'fresh123' })
    expect((await rowsOf(...emails)).every(({ invitedAt, referralId }) => invitedAt !== null && referralId !== null)).toBe(true)
    expect(await call(proveAudit, {}, { as: admin })).toMatchObject({ holds: true, wrong: 0 })
  })

  it('gives drivers their cars by name, and takes our own export back', async () => {
    const carType = await make.carType({ name: 'Grön Kombi' })
    const [a, b] = [person(), person()]
    const head = [...heads, 'vehicleMake', 'vehicleModel', 'vehicleNumber', 'carType', 'approved']
    const car = ['Volvo', 'V60', 'ABC 123']
    const drivers = [
      [...a.cells, ...car, 'grön kombi', 'no'],
      [...b.cells, ...car, 'Bicycle', 'perhaps'],
    ]
    const done = await run([head, ...drivers].map(formatCsvLine).join(''), { userType: 'driver', dryRun: false })
    expect(done.rows[1]?.problems).toEqual([
      { field: 'carType', key: 'vehicle_incomplete' },
      { field: 'approved', key: 'import_yes_no' },
    ])
    const bare = [
      [...heads, 'carType'],
      [...person().cells, 'Kombbi'],
    ]
      .map(formatCsvLine)
      .join('')
    for (const userType of ['driver', 'rider'] as const)
      expect((await run(bare, { userType, dryRun: true })).rows[0]).toMatchObject({
        outcome: 'wrong',
        problems: [{ field: 'carType', key: 'vehicle_incomplete' }],
      })
    expect(await rowsOf(a.email)).toMatchObject([{ userType: 'driver', carTypeId: carType, approved: false }])
    const file = await raw(exportPeople, { userType: 'driver', search: a.email }, { as: admin })
    expect(await run(file.body, { userType: 'driver', dryRun: false })).toMatchObject({ exists: 1, made: 0, wrong: 0 })
  })

  it.each([
    ['a Swedish one', 'SANT', 'FALSKT'],
    ['a Spanish one', 'VERDADERO', 'FALSO'],
    ['an Arabic one', 'صحيح', 'خطأ'],
    ['people in Sweden', 'Ja', 'Nej'],
    ['people in Spain', 'Sí', 'No'],
  ])('takes who may sign in as %s writes it', async (_name, yes, no) => {
    const [open, shut] = [person(), person()]
    const rows = [
      [...open.cells, yes],
      [...shut.cells, no],
    ]
    await run([[...heads, 'approved'], ...rows].map(formatCsvLine).join(''), { dryRun: false })
    const made = await rowsOf(open.email, shut.email)
    expect(new Map(made.map(({ email, approved }) => [email, approved]))).toEqual(
      new Map([
        [open.email, true],
        [shut.email, false],
      ]),
    )
  })

  it('is a fleet admin’s for drivers, who are the own ones', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const driver = person()
    const csv = table(driver.cells)
    expect(await run(csv, { userType: 'driver', dryRun: false }, own)).toMatchObject({ made: 1 })
    expect((await call(listPeople, { userType: 'driver' }, { as: own })).people).toMatchObject([{ email: driver.email }])
    expect(await run(csv, { userType: 'driver' }, own)).toMatchObject({ exists: 1 })
    expect((await run(csv, { userType: 'driver', dryRun: false }, other)).rows[0]?.problems).toEqual([
      { field: 'email', key: 'user_exists' },
    ])
    const withBank = [
      [...heads, 'bankName'],
      [...person().cells, 'Bank'],
    ]
      .map(formatCsvLine)
      .join('')
    expect((await run(withBank, { userType: 'driver' }, own)).rows[0]?.problems).toEqual([{ field: '', key: 'forbidden' }])
    expect((await refused(csv, { userType: 'rider' }, own)).key).toBe('forbidden')
    expect((await refused(csv, {}, await make.rider())).key).toBe('forbidden')
  })

  it('does not tell a fleet admin by a look who has an account elsewhere, and of fifty a day when it is made', async () => {
    app.nextDay()
    const own = await make.fleetAdmin()
    const inFleet = person()
    await run(table(inFleet.cells), { userType: 'driver', dryRun: false }, own)
    const elsewhere = await Promise.all(Array.from({ length: 52 }, () => make.rider()))
    const cells = elsewhere.map(({ email }) => ['Ann', 'Ek', email, person().mobile])
    const [free, late] = [person(), person()]
    const byNumber = ['Ann', 'Ek', person().email, elsewhere[0]?.mobile ?? '']
    const csv = table(inFleet.cells, byNumber, free.cells, ...cells, late.cells, inFleet.cells)
    const look = await run(csv, { userType: 'driver' }, own)
    expect(look).toMatchObject({ exists: 2, make: 55, wrong: 0 })
    expect(look.rows.map(({ problems }) => problems).flat()).toEqual([])
    const done = await run(csv, { userType: 'driver', dryRun: false }, own)
    expect(done).toMatchObject({ exists: 2, made: 1, wrong: 54 })
    const keys = done.rows.map(({ problems }) => problems[0]?.key)
    expect(keys.filter((key) => key === 'user_exists')).toHaveLength(50)
    // from there on, free and taken addresses look the same
    expect(keys.slice(-5)).toEqual([...Array.from({ length: 4 }, () => 'import_rest_later'), undefined])
    expect(await rowsOf(late.email)).toEqual([])
    const single = { userType: 'driver', firstName: 'A', lastName: 'B', email: late.email, mobile: late.mobile } as const
    const given = { ...single, approved: true, invite: false }
    expect((await refusal(createPerson, given, { as: own })).key).toBe('rate_limited')
    app.advance(24 * 3_600_000)
    expect(await run(table(late.cells), { userType: 'driver', dryRun: false }, own)).toMatchObject({ made: 1 })
    // an admin sees everybody anyway
    expect((await run(table(cells[0] ?? []))).rows[0]?.problems).toEqual([{ field: 'email', key: 'user_exists' }])
  })

  it('is locked in a demo, a look as well: a table would tell of hundreds who has an account', async () => {
    await app.settings({ allowCriticalEditsAdmin: false })
    expect((await refused(table(person().cells))).key).toBe('demo_mode')
    await app.settings({ allowCriticalEditsAdmin: true })
  })
})
