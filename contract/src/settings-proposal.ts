// What would suit the city that is served, and how an admin takes it over.
import { proposalFields, proposalParts } from '@wayfare/core/city-proposal'
import { tariffFields } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { decimalAmount } from './money.ts'
import { allSettings } from './settings.ts'

const carried = z.object({ today: decimalAmount, proposed: decimalAmount })
const sides = allSettings.shape.settings.pick(
  makeRecord(
    proposalParts.flatMap((part) => proposalFields[part]),
    () => true as const,
  ),
)

/** What would suit the city that is served, beside what there is. */
const cityProposal = z.object({
  /** null: the map comes from elsewhere, or is not there yet */
  city: z.object({ name: z.string(), country: z.string(), timeZone: z.string(), isDemo: z.boolean() }).nullable(),
  /** what would change; prices only together with the country, where that would */
  parts: z.array(z.enum(proposalParts)),
  today: sides,
  proposed: sides,
  /** in the currencies of both */
  carTypes: z.array(z.object({ name: z.string(), ...makeRecord(tariffFields, () => carried) })),
  /** something was booked or posted in the currency: it stays, and with it the prices */
  pricesStay: z.boolean(),
  /** what was seen, for whoever applies it */
  seen: z.string(),
})
export type CityProposal = z.infer<typeof cityProposal>

/** where the firm works, in the place of the city that is served: a country (two letters) and its time zone (IANA) */
const place = { country: z.string().max(2).optional(), timeZone: z.string().max(60).optional() }

export const getCityProposal = defineEndpoint({
  verb: 'settings.proposal',
  path: 'GET /settings/city-proposal',
  summary:
    'Country, time zone, currency, distance unit and prices that would suit the city that is served, or the place that is given by `country` and `timeZone`, beside those of today.',
  access: ['admin'],
  input: z.strictObject(place),
  output: cityProposal,
  refusals: ['proper_country', 'proper_time_zone'],
})

export const applyCityProposal = defineEndpoint({
  verb: 'settings.applyProposal',
  path: 'POST /settings/city-proposal',
  summary:
    'Takes over parts of the proposal as it was `seen`, all at once: settings, and with prices the tariffs of all car types and the amounts of promo codes. Currency and prices stay as they are as soon as anything is booked or posted.',
  access: ['admin'],
  input: z.strictObject({ ...place, parts: z.array(z.enum(proposalParts)).min(1), seen: z.string().max(100) }),
  output: allSettings,
  replies: 'allSettings',
  refusals: ['demo_mode', 'row_changed', 'currency_in_use', 'proper_country', 'proper_time_zone', 'bad_request'],
  perMinute: 20,
})
