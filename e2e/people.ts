// The demo people: signed in once for all tests, each with a bearer token and a browser's cookies.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getSession, signIn } from '@wayfare/contract/sign-in'
import { saveSettings } from '@wayfare/contract/settings'
import type { Role } from '@wayfare/core/accounts'
import type { CarTypeId, UserId } from '@wayfare/core/ids'
import { call } from './api.ts'

export type Person = {
  id: UserId
  role: Role
  name: string
  email: string
  password: string
  carType: CarTypeId | null
  token: string
  /** name and value of the session cookie */
  cookie: { name: string; value: string }
}

export type People = Record<Role, Person[]>

const file = fileURLToPath(new URL('../test-results/e2e-people.json', import.meta.url))

/** How many of each role are signed in: sign-ins are limited to 20 a minute, and the specs need some themselves. */
const wanted: Record<Role, number> = { rider: 3, driver: 4, fleetadmin: 1, admin: 1 }

type Credentials = { email: string; password: string; userType: Role }

const enter = async (origin: string, { email, password, userType }: Credentials): Promise<Person> => {
  const response = await fetch(`${origin}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`)
  const { me, token } = signIn.output.parse(await response.json())
  const [name = '', value = ''] = (response.headers.getSetCookie()[0] ?? '').split(';')[0]?.split(/=(.*)/s) ?? []
  return {
    id: me.id,
    role: userType,
    name: `${me.firstName} ${me.lastName}`,
    email,
    password,
    carType: me.carType,
    token,
    cookie: { name, value },
  }
}

/** Signs the demo people in. */
export const enterPeople = async (origin: string): Promise<People> => {
  const { demoSignIns } = await call(origin, getSession, {})
  const people: People = { rider: [], driver: [], fleetadmin: [], admin: [] }
  for (const credentials of demoSignIns) {
    const list = people[credentials.userType]
    if (list.length < wanted[credentials.userType]) list.push(await enter(origin, credentials))
  }
  return people
}

/** How long a driver is asked (s): on a slow machine a look at an offer takes longer than it does people. */
const offerSeconds = 90

/** Signs the demo people of each product in, keeps what the tests need of them, and gives drivers time. */
export const signInPeople = async (origins: readonly string[]): Promise<void> => {
  const kept = await Promise.all(origins.map(async (origin) => [origin, await enterPeople(origin)] as const))
  for (const [origin, { admin }] of kept) await call(origin, saveSettings, { offerSeconds }, admin[0]?.token)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(Object.fromEntries(kept)))
}

/** The people of this run's product. */
export const readPeople = (origin: string): People => {
  const people = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, People>)[origin]
  if (!people) throw new Error(`${file} is of another run`)
  return people
}
