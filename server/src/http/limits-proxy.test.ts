import { signIn } from '@wayfare/contract/sign-in'
import { beforeEach, expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'

const app = await startApp({ config: { trustProxy: 'loopback' } })

// at the beginning of a window, so that no count is cut in two
const windowMs = 15 * 60_000
beforeEach(() => app.advance(windowMs - (app.deps.now().getTime() % windowMs)))

const spray = async (count: number, headersOf: (i: number) => Record<string, string>, ip = '127.0.0.1') => {
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const input = { email: `spray-${i}@test.example`, password: 'wrong123' }
      return (await app.refusal(signIn, input, { ip, headers: headersOf(i) })).key
    }),
  )
  return keys.filter((key) => key === 'login_error').length
}

it('counts each visitor behind the trusted proxy apart', async () => {
  const shared = await spray(50, () => ({ 'x-forwarded-for': '203.0.113.1' }))
  expect(shared).toBe(40)
  expect(await spray(10, () => ({ 'x-forwarded-for': '203.0.113.2' }))).toBe(10)
})

it('believes the proxy, not what the visitor told the proxy', async () => {
  expect(await spray(50, (i) => ({ 'x-forwarded-for': `198.51.100.${i}, 203.0.113.3` }))).toBe(40)
})

it('believes nobody who comes past the proxy', async () => {
  expect(await spray(50, (i) => ({ 'x-forwarded-for': `198.51.100.${i}` }), '203.0.113.9')).toBe(40)
})
