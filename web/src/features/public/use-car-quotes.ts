// What the trip costs in every car, asked for as soon as it is known from where, to where and when.
import { quoteCars } from '@wayfare/contract/bookings-cars'
import { checkStops, checkTripDate } from '@wayfare/core/checks'
import { parseCityTime } from '@wayfare/core/city-time'
import { defaultSettings } from '@wayfare/core/settings'
import { useEffect } from 'react'
import { readServerNow } from '../../api/live.ts'
import { useRead, useSettings, useSupply } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { Quote } from '../../shared/use-quote.ts'
import { pickCar } from './pick-car.ts'
import { findChosenStop, type TripPoints } from './trip-points.ts'
import type { useTripPoints } from './use-trip-points.ts'

/** A price holds for ten minutes (ms): a new one is asked for before. */
const freshMs = 8 * 60_000

const questionOf = (points: TripPoints, timeZone: string) => {
  const [pickup, drop] = [findChosenStop(points.pickup), findChosenStop(points.drop)]
  if (!pickup || !drop || checkStops(pickup, drop)) return null
  if (!points.later) return { pickup, drop }
  const now = readServerNow()
  const tripDate = parseCityTime(points.date, timeZone, now)
  return tripDate === null || checkTripDate(tripDate, now) ? null : { pickup, drop, tripDate }
}

type Question = NonNullable<ReturnType<typeof questionOf>>

const nowhere: Question = { pickup: { lat: 0, lng: 0, add: '' }, drop: { lat: 0, lng: 0, add: '' } }

const useQuotes = (question: Question | null) => {
  const asked = useRead([...queryKeys.carQuotes, question], quoteCars, question ?? nowhere, {
    enabled: question !== null,
    staleTime: freshMs,
    refetchInterval: freshMs,
  })
  return { quotes: asked.data?.quotes ?? null, isAsking: asked.loading, error: asked.error }
}

/** The car to propose; null where one is chosen, or where it is not known yet which are free. */
const useProposal = (quotes: readonly Quote[] | null, { pickup, later, carType }: TripPoints) => {
  const supply = useSupply(later || quotes === null ? null : pickup)
  if (quotes === null || quotes.some((quote) => quote.carType === carType)) return null
  const isKnown = later || supply.data !== null || supply.error.flag
  return isKnown ? pickCar(quotes, later ? null : (supply.data?.carTypes ?? null)) : null
}

/** What the trip costs in each car; null while that is not known. */
export const useTripQuotes = (points: TripPoints) => {
  const { timeZone } = useSettings().data ?? defaultSettings
  return useQuotes(questionOf(points, timeZone))
}

/** The same, and a car is proposed as long as none is chosen. */
export const useCarQuotes = ({ points, change }: ReturnType<typeof useTripPoints>) => {
  const { quotes, isAsking, error } = useTripQuotes(points)
  const proposal = useProposal(quotes, points)
  useEffect(() => {
    if (proposal) change({ type: 'chooseCar', carType: proposal })
  }, [proposal, change])
  return { quotes, isAsking, error }
}
