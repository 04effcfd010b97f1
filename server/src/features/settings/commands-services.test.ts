import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp({ config: { isProduction: true } })
const admin = await app.make.admin()
const mail = { send: () => Promise.resolve() }
const sms = { send: () => Promise.resolve() }

const save = (part: Parameters<typeof app.call<typeof saveSettings>>[1]) => app.call(saveSettings, part, { as: admin })
const refused = (part: Parameters<typeof app.call<typeof saveSettings>>[1]) => app.refusal(saveSettings, part, { as: admin })
const read = () => app.call(getAllSettings, {}, { as: admin })

/** Runs the work with these services, then removes them again. */
const within = async (services: Partial<typeof app.deps.services>, work: () => Promise<void>): Promise<void> => {
  Object.assign(app.deps.services, services)
  try {
    await work()
  } finally {
    Object.assign(app.deps.services, { mail: null, sms: null })
  }
}

describe('a switch that needs mail or SMS, in production', () => {
  it.each([
    ['emailVerify', 'mail_service_missing', { sms }],
    ['mobileLoginEnabled', 'sms_service_missing', { mail }],
  ] as const)('%s is not switched on without its service, and nothing else is saved with it', async (field, key, other) => {
    await within(other, async () => {
      expect(await refused({ [field]: true, companyName: 'Elsewhere' })).toMatchObject({
        status: 409,
        key,
        details: { fields: { [field]: key } },
      })
    })
    expect((await read()).settings).toMatchObject({ [field]: false, companyName: '' })
  })

  it('names both when both are asked for', async () => {
    expect((await refused({ emailVerify: true, mobileLoginEnabled: true })).details).toEqual({
      fields: { emailVerify: 'mail_service_missing', mobileLoginEnabled: 'sms_service_missing' },
    })
  })

  it('tells the form by what messages leave', async () => {
    expect((await read()).messages).toEqual({ mail: 'none', sms: 'none' })
    await within({ mail }, async () => expect((await read()).messages).toEqual({ mail: 'service', sms: 'none' }))
  })

  it('goes on with its service, stays when that is gone, lets other settings be saved and can be switched off', async () => {
    await within({ mail, sms }, async () => {
      expect((await save({ emailVerify: true, mobileLoginEnabled: true })).settings).toMatchObject({ emailVerify: true })
    })
    expect((await save({ companyName: 'Majorna', emailVerify: true })).settings.companyName).toBe('Majorna')
    expect((await save({ emailVerify: false })).settings).toMatchObject({ emailVerify: false, mobileLoginEnabled: true })
    expect((await refused({ emailVerify: true })).key).toBe('mail_service_missing')
  })
})

describe('a switch that needs mail or SMS, with the dev inbox', () => {
  it('is switched on: the messages can be read there', async () => {
    const demo = await startApp()
    const as = await demo.make.admin()
    const { settings, messages } = await demo.call(saveSettings, { emailVerify: true, mobileLoginEnabled: true }, { as })
    expect([settings.emailVerify, settings.mobileLoginEnabled]).toEqual([true, true])
    expect(messages).toEqual({ mail: 'dev_inbox', sms: 'dev_inbox' })
  })
})
