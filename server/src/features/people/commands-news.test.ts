import { removeUser, createPerson, setApproval, updatePerson } from '@wayfare/contract/people-edit'
import { signUp } from '@wayfare/contract/sign-in-sign-up'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeConnect } from '../../../test/live.ts'
import { makeSignUps } from '../../../test/sign-up.ts'

const app = await startApp()
const { call, make } = app
const { form } = makeSignUps(app)
const url = (await app.listen()).replace('http', 'ws')
const { connect } = makeConnect(() => url)
const admin = await make.admin()

/** What a listener hears about the lists, once the last change has arrived. */
const listen = async (as: Parameters<typeof connect>[0]) => {
  const client = await connect(as)
  await client.subscribe('people')
  return {
    /** the lists that have to be reloaded, one event at a time */
    next: async (index: number) => (await client.next('event', index)).event,
    all: () => client.ofType('event').map(({ event }) => event),
  }
}

describe('the lists of people are to be read again', () => {
  it('when somebody joins, is added, edited, kept out or removed', async () => {
    const desk = await listen(admin)
    await call(signUp, form())
    const { id } = await call(
      createPerson,
      { userType: 'fleetadmin', firstName: 'Fia', lastName: 'Ny', email: 'fia@town.example', invite: false },
      { as: admin },
    )
    await call(updatePerson, { id, firstName: 'Frida' }, { as: admin })
    await call(setApproval, { id, approved: false }, { as: admin })
    await call(removeUser, { id }, { as: admin })
    const heard = [await desk.next(0), await desk.next(1), await desk.next(2), await desk.next(3), await desk.next(4)]
    const lists = ['rider', 'fleetadmin', 'fleetadmin', 'fleetadmin', 'fleetadmin']
    expect(heard).toEqual(lists.map((userType) => ({ name: 'people', userType })))
  })

  it('is told to a fleet admin of the own drivers alone, also of one who leaves the fleet', async () => {
    const [own, other] = [await make.fleetAdmin(), await make.fleetAdmin()]
    const [mine, foreign] = [await make.driver({ fleetAdminId: own.id }), await make.driver({ fleetAdminId: other.id })]
    const [fleet, desk] = [await listen(own), await listen(admin)]
    await call(updatePerson, { id: foreign.id, firstName: 'Foreign' }, { as: admin })
    await call(updatePerson, { id: (await make.rider()).id, firstName: 'Rider' }, { as: admin })
    await call(updatePerson, { id: mine.id, fleetAdmin: other.id }, { as: admin })
    await call(updatePerson, { id: mine.id, firstName: 'Gone' }, { as: admin })
    // the desk has heard of everything: the foreign driver, the rider, the driver in two fleets, and the removed person
    await desk.next(4)
    expect(fleet.all()).toEqual([{ name: 'people', userType: 'driver' }])
  })

  it('is nothing that riders and drivers may listen to', async () => {
    for (const as of [await make.rider(), await make.driver(), null]) {
      const client = await connect(as)
      client.send({ type: 'subscribe', topic: 'people' })
      expect((await client.next('refused')).key).toBe(as ? 'forbidden' : 'unauthorized')
    }
  })
})
