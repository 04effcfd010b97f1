// Where one is stands in the pickup by itself, where the browser may tell without asking.
import type { Stop } from '@wayfare/core/booking'
import { useEffect, useRef } from 'react'
import { findCurrentPlace } from '../../shared/current-place.ts'

const mayTell = async (): Promise<boolean> => {
  const permission = await navigator.permissions?.query({ name: 'geolocation' })
  return permission?.state === 'granted'
}

/**
 * Fills the pickup once, as long as nothing else has been chosen; a place that is not found is nobody's concern. Returns what is to be
 * called when something is typed there: from then on the field is the person's.
 */
export const useHere = (pickup: Stop | null, fill: (stop: Stop) => void): (() => void) => {
  const isOpen = useRef(true)
  useEffect(() => {
    if (pickup) isOpen.current = false
  }, [pickup])
  const take = useRef(fill)
  useEffect(() => {
    const find = async () => {
      const stop = isOpen.current && (await mayTell()) ? await findCurrentPlace() : null
      if (stop && isOpen.current) take.current(stop)
    }
    find().catch(() => undefined)
  }, [])
  return () => void (isOpen.current = false)
}
