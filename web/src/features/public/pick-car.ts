// Which car a form proposes by itself, as long as nobody has chosen one.
import type { CarTypeId } from '@wayfare/core/ids'
import type { Quote } from '../../shared/use-quote.ts'

type Supply = readonly { carType: CarTypeId; free: number }[] | null

const byPrice = (a: Quote, b: Quote): number => Number(a.payableAmount) - Number(b.payableAmount)

/** The cheapest that is free, else the cheapest; a car for people before one for parcels. Without a supply all count as free. */
export const pickCar = (quotes: readonly Quote[], supply: Supply): CarTypeId | null => {
  const isFree = ({ carType }: Quote) => supply === null || supply.some((one) => one.carType === carType && one.free > 0)
  const cheap = quotes.toSorted(byPrice)
  const rides = cheap.filter(({ category }) => category === 'taxi')
  return (rides.find(isFree) ?? rides[0] ?? cheap.find(isFree) ?? cheap[0])?.carType ?? null
}
