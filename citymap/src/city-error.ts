// The four ways a question to the map can fail, as codes that survive being passed from a worker thread.

const CITY_ERROR_CODES = ['NO_ROUTE', 'OUT_OF_AREA', 'NO_MATCH', 'UNAVAILABLE'] as const

/**
 * NO_ROUTE: no drivable way. OUT_OF_AREA: the point is more than 1 km from any road of the city.
 * NO_MATCH: nothing with a name is near. UNAVAILABLE: the map is being prepared, has failed or was closed.
 */
export type CityErrorCode = (typeof CITY_ERROR_CODES)[number]

type CityError = Error & { readonly code: CityErrorCode }

/** An Error with a code of the city map. */
export const makeCityError = (code: CityErrorCode, message: string): CityError =>
  Object.assign(new Error(message), { name: 'CityError', code })

const codes: readonly unknown[] = CITY_ERROR_CODES

/** True for an error made by `makeCityError`. */
export const isCityError = (error: unknown): error is CityError =>
  error instanceof Error && 'code' in error && codes.includes(error.code)
