import { expect, it } from 'vitest'
import { startSocialApp } from '../../../test/social.ts'

const { app } = await startSocialApp({ limitFactor: 1 })
const url = '/api/accounts/sign-in/social/facebook/callback?code=guess&state=guess'

it('lets nobody knock at the way back more than thirty times a minute', async () => {
  const knocks = Array.from({ length: 40 }, () => app.inject({ method: 'GET', url, remoteAddress: '10.1.1.1' }))
  const places = (await Promise.all(knocks)).map(({ headers }) => headers.location)
  expect(places.filter((place) => place === '/login?problem=social_failed')).toHaveLength(30)
  expect(places.filter((place) => /^\/login\?problem=rate_limited&wait=[1-9]\d?$/.test(String(place)))).toHaveLength(10)
  const other = await app.inject({ method: 'GET', url, remoteAddress: '10.1.1.2' })
  expect(other.headers.location).toBe('/login?problem=social_failed')
})

it('takes no form that is longer than a provider sends', async () => {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `user=${'x'.repeat(20_000)}`,
    remoteAddress: '10.1.1.3',
  })
  expect(answer.statusCode).toBe(413)
})
