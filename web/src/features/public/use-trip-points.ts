// The trip points of the form, kept in this tab so that signing in between loses nothing.
import { useEffect, useReducer } from 'react'
import { useLocation } from 'react-router'
import { changeTrip, keepTripPoints, readBroughtTripPoints, readKeptTripPoints } from './trip-points.ts'

export const useTripPoints = () => {
  const { state } = useLocation()
  const [points, change] = useReducer(changeTrip, undefined, () => readBroughtTripPoints(state) ?? readKeptTripPoints())
  useEffect(() => keepTripPoints(points), [points])
  return { points, change }
}
