// Promise: an amount of the wire is a whole number of minor units, or a refusal that names its field.
import { Refusal } from '@wayfare/core/errors'
import { parseDecimal, type Minor } from '@wayfare/core/money'

export const refuseAmount = (field: string): Refusal =>
  new Refusal('proper_amount', { fields: [{ field, problem: 'not an amount that fits' }] })

export const readAmount = (field: string, value: string, currency: string): Minor => {
  const minor = parseDecimal(value, currency)
  if (minor === null) throw refuseAmount(field)
  return minor
}
