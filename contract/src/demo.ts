// The town of the demo: its people, what they did, and what they pay, made anew for the city that is served.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

/** How the demo's own drivers and riders name themselves: what they ask does not count as somebody who looks. */
export const robotAgent = 'wayfare-robots'

export const getTown = defineEndpoint({
  verb: 'demo.town',
  path: 'GET /demo/town',
  summary: 'Since when this town is served, whether another can be made from here, and why the last try failed.',
  access: 'public',
  output: z.object({
    startedAt: epochMs,
    /** false where there is no demo, or its database is not the server's own: then `npm run fresh-town` makes one */
    canMake: z.boolean(),
    problem: z.string().nullable(),
  }),
})

export const makeTown = defineEndpoint({
  verb: 'demo.makeTown',
  path: 'POST /demo/town',
  summary:
    'A fresh town of the demo, in the city that is served or in another one that is built: people, history, currency and prices anew. Settings otherwise, texts and own admins stay; everybody is signed out. The server is away for some seconds, then demo.town has another `startedAt`.',
  access: ['admin'],
  /** the city that it is made in, another one than is served as well: no trip of the old town is then in its way */
  input: z.strictObject({ dataset: z.string().max(121).optional() }),
  refusals: ['demo_mode', 'no_fresh_town', 'not_found'],
  perMinute: 6,
})
