import * as contract from '@wayfare/contract/sign-in'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { hashPassword } from './auth.ts'
import { minuteMs } from '../accounts/commands-attempts.ts'
import { checkProved } from './commands-prove.ts'

const app = await startApp()
const { call, refusal, make } = app
const password = 'wayfare1'
const passwordHash = await hashPassword(password)

// start at the beginning of a day, so that no count is split or left over
beforeEach(app.nextDay)

const person = () => make.rider({ passwordHash })
describe('proving again who one is', () => {
  it('holds for ten minutes in this session, by the password', async () => {
    const user = await person()
    const proved = () => checkProved(app.deps, { id: user.sessionId })
    await app.db.updateTable('authSession').set({ provedAt: app.deps.now() }).where('id', '=', user.sessionId).execute()
    await proved()
    app.advance(10 * minuteMs + 1000)
    await expect(proved()).rejects.toMatchObject({ key: 'prove_first' })
    expect((await refusal(contract.prove, { password: 'wrong123' }, { as: user })).key).toBe('password_wrong')
    await expect(proved()).rejects.toMatchObject({ key: 'prove_first' })
    await call(contract.prove, { password }, { as: user })
    await proved()
    const other = await make.session(user.id)
    await app.db
      .updateTable('authSession')
      .set({ provedAt: new Date(0) })
      .where('id', '=', other.id)
      .execute()
    await expect(checkProved(app.deps, other)).rejects.toMatchObject({ key: 'prove_first' })
    await expect(checkProved(app.deps, { id: null })).rejects.toMatchObject({ key: 'prove_first' })
  })

  it('takes one proof, not none and not two, and no code of a factor that is not there', async () => {
    const user = await person()
    for (const input of [{}, { password, code: '123456' }])
      expect((await refusal(contract.prove, input, { as: user })).key).toBe('bad_request')
    expect((await refusal(contract.prove, { code: '123456' }, { as: user })).key).toBe('second_factor_wrong')
  })
})
