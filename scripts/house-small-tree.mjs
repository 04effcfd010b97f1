// A small tree that follows the house, into which tests plant faults.
import { checkHouse } from './house-rules.mjs'

/** A small tree that follows the house: each fault is planted into it alone. */
export const goodTree = {
  'package.json': `{ "name": "town", "dependencies": {}, "devDependencies": {} }`,
  'server/package.json': `{ "name": "@wayfare/server", "dependencies": { "@wayfare/core": "*", "kysely": "1", "pg": "1" } }`,
  'core/src/fare.ts': `import { round } from './money.ts'\nexport const fareOf = (km: number) => round(km)\n`,
  'core/src/money.ts': `export const round = (n: number): number => Math.round(n)\n`,
  'contract/src/bookings.ts': `import { z } from 'zod'\nimport { fareOf } from '@wayfare/core/fare'\nexport const input = z.object({ fare: fareOf(1) })\n`,
  'server/src/db/open.ts': `import { Kysely } from 'kysely'\nimport { Pool } from 'pg'\nexport const open = () => new Kysely(new Pool())\n`,
  'server/src/adapters/ports.ts': `export type Sms = { send: (to: string) => Promise<void> }\n`,
  'server/src/adapters/sms-http.ts': `import type { Sms } from './ports.ts'\nexport const makeSms = (): Sms => ({ send: async () => {} })\n`,
  'server/src/features/accounts/queries.ts': `export const findUser = (tx, id) => tx.selectFrom('appUser').where('id', '=', id)\n`,
  'server/src/features/accounts/routes.ts': `import { findUser } from './queries.ts'\nexport const routes = [findUser]\n`,
  'server/src/features/bookings/commands.ts': `import { findUser } from '../accounts/queries.ts'\nexport const create = (tx) => tx.insertInto('booking').values(findUser)\n`,
  'server/src/main.ts': `import { round } from '@wayfare/core/money'\nimport { makeSms } from './adapters/sms-http.ts'\nimport { open } from './db/open.ts'\nimport { routes } from './features/accounts/routes.ts'\nimport { create } from './features/bookings/commands.ts'\nconsole.log(round, makeSms, open, routes, create)\n`,
  'web/src/ui/theme.ts': `export const theme = {}\n`,
  'web/src/api/call.ts': `import { input } from '@wayfare/contract/bookings'\nexport const call = () => input\n`,
  'web/src/features/rider/bookings-page.tsx': `import { theme } from '../../ui/theme'\nexport const BookingsPage = () => <p title="a">Don't {String(theme)}</p>\n`,
  'web/src/features/driver/tasks-page.tsx': `export const TasksPage = () => <p />\n`,
  'web/src/main.tsx': `import { call } from './api/call'\nimport { TasksPage } from './features/driver/tasks-page'\nimport { BookingsPage } from './features/rider/bookings-page'\nconsole.log(call, TasksPage, BookingsPage)\n`,
}

export const check = (changes = {}, options = {}) =>
  checkHouse(new Map(Object.entries({ ...goodTree, ...changes })), { minFiles: 5, exceptions: [], ...options })

// The law is the real one: a small tree does not need all of its rights.
const rightsLeft = new Set(check().map(({ says }) => says))
export const added = (changes = {}, options = {}) => check(changes, options).filter(({ says }) => !rightsLeft.has(says))
