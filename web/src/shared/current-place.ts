// Where this device is, as a stop with an address; a refusal says honestly what is in the way.
import { reversePlace } from '@wayfare/contract/places'
import type { Stop } from '@wayfare/core/booking'
import { callEndpoint, callError } from '../api/call.ts'

const locationError = (key: string) => callError({ key, message: key, status: 0 })

export const readPosition = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    if (!window.isSecureContext) return reject(locationError('location_insecure'))
    if (!('geolocation' in navigator)) return reject(locationError('location_unavailable'))
    navigator.geolocation.getCurrentPosition(
      resolve,
      (cause) => reject(locationError(cause.code === cause.PERMISSION_DENIED ? 'location_denied' : 'location_unavailable')),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    )
  })

export const findCurrentPlace = async (): Promise<Stop> => {
  const { coords } = await readPosition()
  const lat = Math.round(coords.latitude * 1e6) / 1e6
  const lng = Math.round(coords.longitude * 1e6) / 1e6
  const { address } = await callEndpoint(reversePlace, { lat, lng })
  return { lat, lng, add: address }
}
