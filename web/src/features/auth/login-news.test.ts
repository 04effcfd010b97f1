import { expect, test } from 'vitest'
import { readLoginNews } from './login-news.ts'

const at = (address: string, state: unknown = null) => {
  const { search, hash } = new URL(address, 'http://localhost')
  return readLoginNews({ search, hash, state })
}

test('the page by itself has nothing to tell', () => {
  expect(at('/login')).toEqual({ kind: 'none' })
  expect(at('/login#_=_', { other: 1 })).toEqual({ kind: 'none' })
})

test('a return from a provider is known by the address', () => {
  expect(at('/login?social=facebook#_=_')).toEqual({ kind: 'social' })
})

test('a refusal of a provider sign-in is told by its key', () => {
  expect(at('/login?problem=require_approval')).toEqual({ kind: 'problem', key: 'require_approval', waitS: null })
})

test('a lock comes with its seconds; anything else in their place is no wait', () => {
  expect(at('/login?problem=rate_limited&wait=41')).toEqual({ kind: 'problem', key: 'rate_limited', waitS: 41 })
  for (const odd of ['', '-1', '1e9', '999999', 'soon'])
    expect(at(`/login?problem=rate_limited&wait=${odd}`)).toEqual({ kind: 'problem', key: 'rate_limited', waitS: null })
})

test('words that somebody put into the address are not shown', () => {
  expect(at('/login?problem=Call+0800+123')).toEqual({ kind: 'problem', key: 'social_failed', waitS: null })
})

test('a second step begins with its token, from the address or from another page', () => {
  expect(at('/login?problem=second_factor_needed#pending=a.b%2Bc')).toEqual({ kind: 'secondStepInAddress', pending: 'a.b+c' })
  expect(at('/login', { pending: 'a.b' })).toEqual({ kind: 'secondStep', pending: 'a.b' })
})

test('without its token a second step is a sign-in that failed', () => {
  expect(at('/login?problem=second_factor_needed')).toEqual({ kind: 'problem', key: 'social_failed', waitS: null })
})
