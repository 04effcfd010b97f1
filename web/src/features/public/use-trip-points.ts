// The trip points of the form, kept in this tab so that signing in between loses nothing.
import { useEffect, useReducer } from 'react'
import { useLocation } from 'react-router'
import { broughtTripPoints, changeTrip, keepTripPoints, keptTripPoints } from './trip-points.ts'

export const useTripPoints = () => {
  const { state } = useLocation()
  const [points, change] = useReducer(changeTrip, undefined, () => broughtTripPoints(state) ?? keptTripPoints())
  useEffect(() => keepTripPoints(points), [points])
  return { points, change }
}
