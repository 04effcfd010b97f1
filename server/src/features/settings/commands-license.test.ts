import { signIn } from '@wayfare/contract/sign-in'
import { getAllSettings, getSettings, saveSettings } from '@wayfare/contract/settings'
import type { InputOf } from '@wayfare/contract/endpoint'
import { afterEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { hashPassword } from '../sign-in/auth.ts'
import { checkBaseSettings } from './commands-license.ts'

const app = await startApp()
const admin = await app.make.admin()

const save = (part: InputOf<typeof saveSettings>) => app.call(saveSettings, part, { as: admin })
const refused = (part: InputOf<typeof saveSettings>) => app.refusal(saveSettings, part, { as: admin })
const stored = async () => (await app.call(getAllSettings, {}, { as: admin })).settings
const row = async () => (await app.db.selectFrom('setting').select('data').executeTakeFirstOrThrow()).data

const away = Object.assign(new Error('away'), { outage: 'unavailable' })
const service = { answer: true as boolean | Error, asked: [] as unknown[] }
const license = {
  check: async (question: object) => {
    service.asked.push(question)
    if (typeof service.answer !== 'boolean') throw service.answer
    return service.answer
  },
}
afterEach(() => {
  app.deps.services.license = null
  service.asked.length = 0
})

describe('the license', () => {
  it('is saved sealed and shown by its last four', async () => {
    const { license: shown } = await save({ license: ' ABCD-EFGH-1234 ' })
    expect(shown).toEqual({ isSet: true, lastFour: '1234' })
    const { data } = await app.db.selectFrom('setting').select('data').executeTakeFirstOrThrow()
    expect(JSON.stringify(data)).not.toContain('EFGH')
    expect(JSON.stringify(await app.call(getAllSettings, {}, { as: admin }))).not.toContain('EFGH')
    expect(JSON.stringify((await app.call(getSettings, {})).settings)).not.toContain('license')
  })

  it('gives nothing away when it is short, and goes when it is emptied', async () => {
    expect((await save({ license: 'abc-1234' })).license).toEqual({ isSet: true, lastFour: '' })
    expect((await save({ license: '' })).license).toEqual({ isSet: false, lastFour: '' })
  })

  it('is shown to the vendor before anything is saved', async () => {
    app.deps.services.license = license
    service.answer = true
    expect((await save({ license: 'GOOD-GOOD-0001', appName: 'Licensed' })).license).toEqual({ isSet: true, lastFour: '0001' })
    expect(service.asked).toEqual([{ reqType: 'settings', license: 'GOOD-GOOD-0001' }])
    expect((await stored()).appName).toBe('Licensed')
  })

  it.each([
    ['says no', false],
    ['does not answer', away],
  ])('is wrong_code and nothing is saved when the service %s', async (_what, answer) => {
    app.deps.services.license = license
    service.answer = answer
    const before = await row()
    expect(await refused({ license: 'BAD', appName: 'Unlicensed' })).toMatchObject({ status: 422, key: 'wrong_code' })
    expect(await row()).toEqual(before)
  })

  it('is not asked about when other settings change, are wrong, or the license is removed', async () => {
    app.deps.services.license = license
    service.answer = false
    await save({ appName: 'Majorna Taxi' })
    await save({ license: '' })
    await refused({ license: 'X', bonus: '' })
    expect(service.asked).toEqual([])
  })
})

describe('the base settings', () => {
  it('are not asked about without a service', async () => {
    await expect(checkBaseSettings(app.deps)).resolves.toBeUndefined()
  })

  it('let people in when the service says yes', async () => {
    app.deps.services.license = license
    service.answer = true
    await expect(checkBaseSettings(app.deps)).resolves.toBeUndefined()
    expect(service.asked).toEqual([{ reqType: 'auth' }])
  })

  it.each([
    ['says no', false, 'base_settings_error_1'],
    ['does not answer', away, 'base_settings_error_2'],
  ])('refuse with their own number when it %s', async (_what, answer, key) => {
    app.deps.services.license = license
    service.answer = answer
    await expect(checkBaseSettings(app.deps)).rejects.toMatchObject({ key })
  })
})

describe('the way in', () => {
  const password = 'wayfare1'
  const signedIn = async () => {
    const user = await app.make.rider({ passwordHash: await hashPassword(password) })
    const sessions = () => app.db.selectFrom('authSession').select('id').where('userId', '=', user.id).execute()
    return { user, before: await sessions(), sessions }
  }

  it.each([
    { does: 'says no', answer: false, status: 403, key: 'base_settings_error_1', words: 'Base Settings Error 1' },
    { does: 'does not answer', answer: away, status: 503, key: 'base_settings_error_2', words: 'Base Settings Error 2' },
  ])('is shut while the service $does: "$words", and no session', async ({ answer, status, key, words }) => {
    const { user, before, sessions } = await signedIn()
    app.deps.services.license = license
    service.answer = answer
    const response = await app.raw(signIn, { email: user.email, password })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ error: { key, message: words } })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await sessions()).toEqual(before)
  })

  it('is open when the service says yes, and tells nobody of the service who could not come in anyway', async () => {
    const { user } = await signedIn()
    app.deps.services.license = license
    service.answer = true
    expect((await app.call(signIn, { email: user.email, password })).me.id).toBe(user.id)
    service.answer = false
    expect(await app.refusal(signIn, { email: user.email, password: 'wrong-one' })).toMatchObject({ key: 'login_error' })
    expect(service.asked).toHaveLength(1)
  })
})
