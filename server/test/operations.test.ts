// Every operation that the specification names is offered by an endpoint that takes its payload, and is told in docs/API-NAMES.md.
import { readFileSync } from 'node:fs'
import type { Endpoint } from '@wayfare/contract/endpoint'
import { endpoints } from '@wayfare/contract/table'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from './operations.ts'

/** As the specification lists them: the platform's document, then the back office's. */
const named = `
  fetchLanguages fetchCarTypes fetchSettings fetchUser fetchBookings fetchPaymentMethods fetchCancelReasons fetchPromos fetchUsers
  fetchUsersOnce fetchDriverEarnings fetchNotifications fetchEarningsReport fetchWithdraws getEstimate clearEstimate addBooking
  clearBooking cancelBooking updateBooking RequestPushMsg addUser editUser deleteUser checkUserExists updateProfile signIn
  facebookSignIn mobileSignIn signOut sendResetMail clearLoginError
  editLanguage editSettings clearSettingsViewError completeWithdraw editCancellationReason editCarType editPromo editNotifications
  sendNotification validateReferer emailSignUp addToWallet`
  .trim()
  .split(/\s+/)

const byVerb = new Map(endpoints.map(({ endpoint }) => [endpoint.verb, endpoint]))

const fieldsOf = ({ input }: Endpoint): string[] => {
  const { properties = {} } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as { properties?: object }
  return Object.keys(properties)
}

const docs = readFileSync(new URL('../../docs/API-NAMES.md', import.meta.url), 'utf8')

it('names every operation of the specification and no other', () => {
  expect(Object.keys(operations).toSorted()).toEqual(named.toSorted())
})

it.each(Object.entries(operations))('%s is offered, with its payload', (_name, { verbs, fields = {}, note }) => {
  expect(verbs.filter((verb) => !byVerb.has(verb))).toEqual([])
  const taken = verbs.flatMap((verb) => {
    const endpoint = byVerb.get(verb)
    return endpoint ? fieldsOf(endpoint) : []
  })
  expect(Object.values(fields).filter((field) => !taken.includes(field))).toEqual([])
  expect(verbs.length > 0 || note !== undefined).toBe(true)
})

it.each(['fetchBookings', 'fetchPaymentMethods', 'fetchCancelReasons'])('%s is for riders, too', (name) => {
  for (const verb of operations[name]?.verbs ?? ['none']) {
    const access = byVerb.get(verb)?.access
    expect(access === 'public' || access === 'signedIn' || access?.includes('rider')).toBe(true)
  }
})

it.each(Object.entries(operations))('%s stands in the document with its endpoints and fields', (name, { verbs, fields = {} }) => {
  const line = docs.split('\n').find((one) => one.startsWith(`| ${name} `))
  const ways = verbs.map((verb) => byVerb.get(verb)?.path ?? verb)
  expect(ways.filter((way) => !line?.includes(way))).toEqual([])
  const named = Object.entries(fields).map(([theirs, ours]) => (theirs === ours ? theirs : `${theirs} is \`${ours}\``))
  expect(named.filter((words) => !line?.includes(words))).toEqual([])
  expect(line).toBeDefined()
})
