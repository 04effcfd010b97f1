// Promotion codes, as managed by admins.
import { promoNamePattern } from '@wayfare/core/promo'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { priceAmount } from './money.ts'
import { epochMs, defineId, version } from './values.ts'

export const promoId = defineId('promo')

const fields = {
  /** the code that riders type; case is ignored */
  promoName: z.string().trim().regex(promoNamePattern),
  promoDescription: z.string().trim().max(300).default(''),
  promoDiscountType: z.enum(['flat', 'percentage']),
  /** an amount if flat, otherwise a percentage above 0 and up to 100 */
  promoDiscountValue: priceAmount,
  /** the most a percentage takes off; null: no limit */
  maxPromoDiscountValue: priceAmount.nullable().default(null),
  minOrder: priceAmount.default('0'),
  /** the last moment at which it is valid; null: for ever */
  promoValidity: epochMs.nullable().default(null),
  promoUsageLimit: z.number().int().min(1).max(10_000_000).nullable().default(null),
  perUserLimit: z.number().int().min(1).max(10_000).nullable().default(null),
}

export const promo = z.object({
  id: promoId,
  ...fields,
  /** how often it was used */
  userAvail: z.number().int(),
  version,
  createdAt: epochMs,
})
export type Promo = z.infer<typeof promo>

export const listPromos = defineEndpoint({
  verb: 'promos.list',
  path: 'GET /promos',
  summary: 'All promotion codes, newest first.',
  access: ['admin'],
  output: z.object({ promos: z.array(promo) }),
})

const refusals = ['demo_mode', 'name_taken', 'proper_amount'] as const

export const addPromo = defineEndpoint({
  verb: 'promos.add',
  path: 'POST /promos',
  summary: 'Adds a promotion code. Allowed while critical edits are locked.',
  access: ['admin'],
  input: z.strictObject(fields),
  output: promo,
  refusals: ['name_taken', 'proper_amount'],
})

export const changePromo = defineEndpoint({
  verb: 'promos.change',
  path: 'PUT /promos/:id',
  summary: 'Changes a promotion code; bookings that were made keep what was promised.',
  access: ['admin'],
  input: z.strictObject({ id: promoId, version: version.optional(), ...fields }),
  output: promo,
  refusals: ['not_found', 'row_changed', ...refusals],
})

export const removePromo = defineEndpoint({
  verb: 'promos.remove',
  path: 'DELETE /promos/:id',
  summary: 'Takes a promotion code away; bookings that use it keep it.',
  access: ['admin'],
  input: z.strictObject({ id: promoId }),
  refusals: ['not_found', 'demo_mode'],
})

export const restorePromo = defineEndpoint({
  verb: 'promos.restore',
  path: 'POST /promos/:id/restore',
  summary: 'Puts a removed promotion code back as it was, unless another has its name now.',
  access: ['admin'],
  input: z.strictObject({ id: promoId }),
  output: promo,
  refusals: ['not_found', 'demo_mode', 'name_taken'],
})
