// Numbers that the desk has to mend: found by an upgrade, by the numbering plans of all countries.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { empty } from './values.ts'

const count = z.number().int()

export const countMobileFaults = defineEndpoint({
  verb: 'accounts.mobileFaults',
  path: 'GET /people/mobile-faults',
  summary:
    'How many people of each role have a number that no phone has, or that is another person’s in another spelling. GET /people lists them by mobileFault.',
  access: ['admin'],
  input: empty,
  output: z.object({ rider: count, driver: count, fleetadmin: count, admin: count }),
})
