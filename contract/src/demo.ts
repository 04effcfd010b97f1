// The demo town: its people, history and prices, generated anew for the city that is served.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

/** User agent of the demo's own drivers and riders, so that their requests do not count as visitors'. */
export const robotAgent = 'wayfare-robots'

export const getTown = defineEndpoint({
  verb: 'demo.town',
  path: 'GET /demo/town',
  summary: 'Since when this town is served, whether another can be made from here, and why the last try failed.',
  access: 'public',
  output: z.object({
    startedAt: epochMs,
    /** false without a demo, or if its database is not the server's own: then use `npm run fresh-town` */
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
  /** the city to create it in, which need not be the one served: no trip of the old town can block the switch */
  input: z.strictObject({ dataset: z.string().max(121).optional() }),
  refusals: ['demo_mode', 'no_fresh_town', 'not_found'],
  perMinute: 6,
})
