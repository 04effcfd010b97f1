import { listPeople } from '@wayfare/contract/people'
import type { InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { call, make } = await startApp()
const as = await make.admin()

type Found = OutputOf<typeof listPeople>['people']

/** All pages of the riders, three at a time. */
const walk = async (sort: InputOf<typeof listPeople>['sort']): Promise<Found> => {
  const all: Found = []
  let cursor: string | undefined
  do {
    const page = await call(listPeople, { userType: 'rider', sort, cursor, limit: 3 }, { as })
    all.push(...page.people)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}

it('is walked to its end by names and addresses as long as they may be, in any script', async () => {
  const names = ['ش'.repeat(80), '山'.repeat(80), '🚕'.repeat(40), 'ä'.repeat(80)]
  const long = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}example`
  const made: string[] = []
  for (const [at, name] of names.entries())
    made.push((await make.rider({ firstName: name, lastName: name, email: `${at}${long.slice(1)}` })).id)
  const wanted = made.toSorted()
  for (const sort of ['firstName', '-lastName', 'email'] as const) {
    const walked = (await walk(sort)).map(({ id }) => id as string)
    expect([sort, walked.toSorted()]).toEqual([sort, wanted])
  }
})
