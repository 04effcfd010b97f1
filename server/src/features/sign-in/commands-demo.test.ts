import { getSession } from '@wayfare/contract/sign-in'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { seedDatabase } from '../../db/seed.ts'
import { openDemoSessions } from './commands-demo.ts'

const app = await startApp({ config: { demo: true } })
await seedDatabase(app.db, { demo: true, isLiving: true })

const countSessions = async (): Promise<number> => (await app.db.selectFrom('authSession').select('id').execute()).length

it('signs in every driver of the demo and some riders, each as themselves', async () => {
  const people = await openDemoSessions(app.deps, app.auth)
  const of = (userType: string, rides: boolean) => people.filter((one) => one.userType === userType && one.rides === rides)
  expect([of('driver', false).length, of('rider', false).length, of('rider', true).length]).toEqual([24, 3, 16])
  expect(people.filter(({ rides, password }) => rides === (password !== undefined))).toEqual([])
  const anybody = await app.make.admin()
  for (const { name, token } of [people[0], people.at(-1)].flatMap((one) => one ?? [])) {
    const { me } = await app.call(getSession, {}, { as: { ...anybody, token } })
    expect(`${me?.firstName} ${me?.lastName}`).toBe(name)
  }
})

it('another start leaves no sessions of the one before, and those of people alone', async () => {
  const admin = await app.make.admin()
  const before = await countSessions()
  await openDemoSessions(app.deps, app.auth)
  expect(await countSessions()).toBe(before)
  expect((await app.call(getSession, {}, { as: admin })).me?.id).toBe(admin.id)
})
