import { expect, test } from 'vitest'
import { listSiteLinks, makeSocialAddress, parseWebAddress } from './site-links.ts'

test('the second link is called by whether somebody is signed in', () => {
  expect([listSiteLinks(true), listSiteLinks(false)].map((links) => links[1])).toEqual([
    { to: '/bookings', key: 'my_account' },
    { to: '/bookings', key: 'login_signup' },
  ])
})

test.each([
  ['https://x.com/taxi', 'https://x.com/taxi'],
  ['@taxi.city', 'https://x.com/taxi.city'],
  ['taxi-city_1', 'https://x.com/taxi-city_1'],
  ['', null],
  ['two words', null],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
])('the handle %j leads to %j', (typed, address) => expect(makeSocialAddress('x.com', typed)).toBe(address))

test('only addresses on the web become links', () => {
  expect(
    ['http://a.example', 'HTTPS://a.example', 'javascript:alert(1)', 'a.example', '', 'https://a b'].map(parseWebAddress),
  ).toEqual(['http://a.example', 'HTTPS://a.example', null, null, null, null])
})
