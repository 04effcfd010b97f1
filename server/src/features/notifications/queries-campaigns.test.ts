import { addCampaign, campaignSorts, exportCampaigns, listCampaigns } from '@wayfare/contract/messages-campaigns'
import type { InputOf } from '@wayfare/contract/endpoint'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()
const { call, refusal, make, db } = app
const as = await make.admin()

const list = (input: InputOf<typeof listCampaigns> = {}) => call(listCampaigns, input, { as })

test('with none at all the list is empty', async () => {
  expect(await list()).toEqual({ campaigns: [], nextCursor: null, count: 0 })
})

test('pages hold every row once, in each order, also where values are the same', async () => {
  for (let at = 0; at < 7; at += 1) {
    const { id } = await call(
      addCampaign,
      { deviceType: 'All', userType: 'All', title: `Title ${at % 3}`, body: `Text ${at}` },
      { as },
    )
    await db
      .updateTable('campaign')
      .set({ devices: at % 2 })
      .where('id', '=', id)
      .execute()
  }
  const all = (await list()).campaigns.map(({ id }) => id)
  expect(all).toHaveLength(7)
  for (const sort of campaignSorts) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) })
      expect(page.count).toBe(cursor ? null : 7)
      seen.push(...page.campaigns.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.toSorted(), sort).toEqual(all.toSorted())
  }
  const titles = (await list({ sort: '-title' })).campaigns.map(({ title }) => title)
  expect(titles).toEqual(titles.toSorted().toReversed())
})

const add = (title: string, body: string) => call(addCampaign, { deviceType: 'All', userType: 'rider', title, body }, { as })

test('words are looked for in title and text, signs as they are; states filter', async () => {
  await add('50% off', 'Weekend')
  await add('Strike', 'No rides on the weekend')
  const found = async (search: string) => (await list({ search })).campaigns.map(({ title }) => title).toSorted()
  expect(await found('weekend')).toEqual(['50% off', 'Strike'])
  expect(await found('50%')).toEqual(['50% off'])
  expect(await found('5_%')).toEqual([])
  expect((await list({ state: 'sent' })).count).toBe(0)
  expect((await list({ state: 'draft', search: 'strike' })).count).toBe(1)
})

test('a place that is none is refused', async () => {
  expect((await refusal(listCampaigns, { cursor: 'nonsense' }, { as })).key).toBe('bad_request')
})

test('the file holds the rows that are filtered, and nothing in it runs as a formula', async () => {
  await call(addCampaign, { deviceType: 'IOS', userType: 'driver', title: '=1+1', body: 'Formula, "quoted"' }, { as })
  const response = await app.inject({
    method: 'GET',
    url: '/api/notifications/export?format=csv&search=formula',
    headers: { authorization: `Bearer ${as.token}` },
  })
  expect(response.statusCode).toBe(200)
  const lines = response.body.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`'=1+1`)
  expect(lines[1]).toContain('"Formula, ""quoted"""')
  const sheet = await app.inject({
    method: 'GET',
    url: '/api/notifications/export?format=xlsx',
    headers: { authorization: `Bearer ${as.token}` },
  })
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  expect(exportCampaigns.access).toEqual(['admin'])
})
