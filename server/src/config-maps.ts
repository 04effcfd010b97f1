// Which engine serves which part of the map. Combinations that do not fit are refused with the reason.
import { z } from 'zod'
import type { MapStyle } from './adapters/ports.ts'
import { onOff, text } from './config-values.ts'
import { makeStartError } from './process.ts'

const isServer = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, username, password, search, hash } = new URL(url)
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === ''
}

const server = text
  .refine(isServer, 'must be an http or https address without a password, such as http://127.0.0.1:5000')
  .transform((url) => url.replace(/\/+$/, ''))

/** A style URL may have a key in its query; browsers see it, so it is no secret. */
const isStyle = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, username, password, hash } = new URL(url)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === ''
}

const style = text.refine(isStyle, 'must be the http or https address of a MapLibre style')

/** Public Nominatim: its policy forbids search as you type, more than one request a second, and services depending on it. */
const isPublicNominatim = (url: string): boolean => new URL(url).hostname === 'nominatim.openstreetmap.org'

const publicNominatim =
  'must be a server of your own or of a firm: the policy of nominatim.openstreetmap.org forbids searching as one types'
const perSecond = 'must be a number from 0.1 to 1000'

const routers = ['embedded', 'osrm', 'valhalla', 'google'] as const
const geocoders = ['embedded', 'photon', 'nominatim', 'pelias', 'google'] as const

export const mapsEnvironment = {
  MAPS_ROUTER: z.enum(routers).default('embedded'),
  MAPS_GEOCODER: z.enum(geocoders).default('embedded'),
  MAPS_FALLBACK: z.enum(['embedded', 'none']).default('none'),
  MAPS_BASEMAP: z.union([z.literal('embedded'), style]).default('embedded'),
  MAPS_BASEMAP_DARK: style.optional(),
  OSRM_URL: server.optional(),
  OSRM_PROFILE: text.regex(/^[\w-]{1,40}$/, 'must be a word, such as driving').default('driving'),
  VALHALLA_URL: server.optional(),
  VALHALLA_COSTING: z.enum(['auto', 'taxi']).default('auto'),
  PHOTON_URL: server.optional(),
  NOMINATIM_URL: server.refine((url) => !isPublicNominatim(url), publicNominatim).optional(),
  NOMINATIM_PER_SECOND: z.coerce.number({ error: perSecond }).min(0.1, perSecond).max(1000, perSecond).default(20),
  PELIAS_URL: server.optional(),
  PELIAS_API_KEY: text.optional(),
  GOOGLE_MAPS_SERVER_KEY: text.regex(/^[\w-]{20,100}$/, 'must be a key of the Google Cloud console').optional(),
  GOOGLE_MAPS_EEA: onOff.default(false),
}

type Environment = z.infer<z.ZodObject<typeof mapsEnvironment>>
type Server = { url: string }
type UrlName = 'OSRM_URL' | 'VALHALLA_URL' | 'PHOTON_URL' | 'NOMINATIM_URL' | 'PELIAS_URL'
type UsedName = UrlName | 'PELIAS_API_KEY' | 'GOOGLE_MAPS_SERVER_KEY'

type Part = 'MAPS_ROUTER' | 'MAPS_GEOCODER'

/** Google's terms allow its content only on a Google map, except for billing addresses in the European Economic Area. */
const readGoogle = (part: Part, env: Environment) => {
  if (!env.GOOGLE_MAPS_EEA)
    throw makeStartError(
      `${part}=google is refused: Google's terms allow its content on a Google map only, and Wayfare draws its own. Where your billing address is in the European Economic Area other terms hold: read them, and say so by GOOGLE_MAPS_EEA=on.`,
    )
  const key = env.GOOGLE_MAPS_SERVER_KEY
  if (key === undefined) throw makeStartError(`${part}=google needs GOOGLE_MAPS_SERVER_KEY beside it.`)
  return { by: 'google' as const, key }
}

/** The address of the engine chosen for a part. */
const needUrl = (part: Part, env: Environment, name: UrlName): Server => {
  const url = env[name]
  if (url === undefined) throw makeStartError(`${part}=${env[part]} needs ${name} beside it: the address of the server to ask.`)
  return { url }
}

const readRouter = (env: Environment) => {
  if (env.MAPS_ROUTER === 'osrm')
    return { by: 'osrm' as const, ...needUrl('MAPS_ROUTER', env, 'OSRM_URL'), profile: env.OSRM_PROFILE }
  if (env.MAPS_ROUTER === 'valhalla')
    return { by: 'valhalla' as const, ...needUrl('MAPS_ROUTER', env, 'VALHALLA_URL'), costing: env.VALHALLA_COSTING }
  return env.MAPS_ROUTER === 'google' ? readGoogle('MAPS_ROUTER', env) : null
}

const readGeocoder = (env: Environment) => {
  if (env.MAPS_GEOCODER === 'photon') return { by: 'photon' as const, ...needUrl('MAPS_GEOCODER', env, 'PHOTON_URL') }
  if (env.MAPS_GEOCODER === 'nominatim')
    return { by: 'nominatim' as const, ...needUrl('MAPS_GEOCODER', env, 'NOMINATIM_URL'), perSecond: env.NOMINATIM_PER_SECOND }
  if (env.MAPS_GEOCODER === 'pelias')
    return { by: 'pelias' as const, ...needUrl('MAPS_GEOCODER', env, 'PELIAS_URL'), apiKey: env.PELIAS_API_KEY ?? null }
  return env.MAPS_GEOCODER === 'google' ? readGoogle('MAPS_GEOCODER', env) : null
}

const usedNames: readonly (readonly [engine: string, UsedName])[] = [
  ['osrm', 'OSRM_URL'],
  ['valhalla', 'VALHALLA_URL'],
  ['photon', 'PHOTON_URL'],
  ['nominatim', 'NOMINATIM_URL'],
  ['pelias', 'PELIAS_URL'],
  ['pelias', 'PELIAS_API_KEY'],
  ['google', 'GOOGLE_MAPS_SERVER_KEY'],
]

/** Refuses the address of an engine that no part uses, since it would silently never be asked. */
const checkUsed = (env: Environment): void => {
  const chosen: readonly string[] = [env.MAPS_ROUTER, env.MAPS_GEOCODER]
  for (const [engine, name] of usedNames) {
    if (env[name] !== undefined && !chosen.includes(engine))
      throw makeStartError(
        `${name} is set, but nothing is asked of it: choose it by MAPS_ROUTER or MAPS_GEOCODER, or take it out.`,
      )
  }
}

/** The content security policy allows one origin, so both styles must share it. */
const readBasemap = ({ MAPS_BASEMAP: light, MAPS_BASEMAP_DARK: dark }: Environment): MapStyle | null => {
  if (light === 'embedded') {
    if (dark !== undefined) throw makeStartError('MAPS_BASEMAP_DARK needs MAPS_BASEMAP beside it: the style by day.')
    return null
  }
  if (dark !== undefined && new URL(dark).origin !== new URL(light).origin)
    throw makeStartError('MAPS_BASEMAP_DARK must lie at the same origin as MAPS_BASEMAP: pages load from no other.')
  return { light, dark: dark ?? null }
}

/** Null for a part served by our own map. `fallsBack`: our own map takes over while the engine fails. */
export const readMapsConfig = (env: Environment) => {
  checkUsed(env)
  const [router, geocoder] = [readRouter(env), readGeocoder(env)]
  const fallsBack = env.MAPS_FALLBACK === 'embedded'
  if (fallsBack && !router && !geocoder)
    throw makeStartError('MAPS_FALLBACK=embedded needs an engine to stand in for: MAPS_ROUTER or MAPS_GEOCODER.')
  return { router, geocoder, basemap: readBasemap(env), fallsBack }
}
