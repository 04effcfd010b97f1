// Proposes settings that suit the city being served, and lets an admin apply them.
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

/** The proposed settings next to the current ones. */
const cityProposal = z.object({
  /** null: the map comes from an external service, or is not ready yet */
  city: z.object({ name: z.string(), country: z.string(), timeZone: z.string(), isDemo: z.boolean() }).nullable(),
  /** what would change; prices only together with the country, if that changes */
  parts: z.array(z.enum(proposalParts)),
  today: sides,
  proposed: sides,
  /** amounts in the current and the proposed currency */
  carTypes: z.array(z.object({ name: z.string(), ...makeRecord(tariffFields, () => carried) })),
  /** something was already booked or posted in the currency: currency and prices cannot change */
  pricesStay: z.boolean(),
  /** identifies the proposal as read; send it back to apply it */
  seen: z.string(),
})
export type CityProposal = z.infer<typeof cityProposal>

/** where the firm operates, instead of the city being served: a country (two letters) and its time zone (IANA) */
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
