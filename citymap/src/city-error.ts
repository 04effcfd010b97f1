// The four ways a question to the map can fail, as codes that survive the way through a worker thread.

const CITY_ERROR_CODES = ['NO_ROUTE', 'OUT_OF_AREA', 'NO_MATCH', 'UNAVAILABLE'] as const

/**
 * NO_ROUTE: no drivable way. OUT_OF_AREA: not a point of the city, further than 1 km from any road.
 * NO_MATCH: nothing with a name is near. UNAVAILABLE: the map is being prepared, has failed or was closed.
 */
export type CityErrorCode = (typeof CITY_ERROR_CODES)[number]

type CityError = Error & { readonly code: CityErrorCode }

/** An Error that carries a code of the city map. */
export const makeCityError = (code: CityErrorCode, message: string): CityError =>
  Object.assign(new Error(message), { name: 'CityError', code })

const codes: readonly unknown[] = CITY_ERROR_CODES

/** Is this an error made by `makeCityError`? */
export const isCityError = (error: unknown): error is CityError =>
  error instanceof Error && 'code' in error && codes.includes(error.code)
