// How long faults are tried: a moment with all other tests, as long as it takes by `npm run faults`.
export const isThorough = process.env['WAYFARE_FAULTS'] === 'all'

export const thoroughly = <T>(most: T, usual: T): T => (isThorough ? most : usual)
