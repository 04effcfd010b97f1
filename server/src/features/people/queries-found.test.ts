import { listPeople } from '@wayfare/contract/people'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const { call, make } = await startApp()
const admin = await make.admin()

test('what a search finds is counted, and in the order asked for, page after page', async () => {
  const names = ['Dora', 'Anton', 'Carl', 'Berta', 'Emil']
  for (const firstName of names) await make.rider({ firstName, lastName: 'Quxley' })
  for (const sort of ['firstName', '-firstName'] as const) {
    const read: string[] = []
    const counts: (number | null)[] = []
    let cursor: string | null = null
    do {
      const page: { people: { firstName: string }[]; nextCursor: string | null; count: number | null } = await call(
        listPeople,
        { userType: 'rider', search: 'quxley', sort, limit: 2, withCount: 'true', ...(cursor ? { cursor } : {}) },
        { as: admin },
      )
      read.push(...page.people.map(({ firstName }) => firstName))
      counts.push(page.count)
      cursor = page.nextCursor
    } while (cursor)
    const sorted = names.toSorted()
    expect(read).toEqual(sort === 'firstName' ? sorted : sorted.toReversed())
    expect(counts).toEqual([5, null, null])
  }
})
