// Keys of payment providers in the environment: PAY_<PROVIDER>_<KEY> and PAY_<PROVIDER>_MODE.
// Only a provider's adapter knows which keys it has, so names are checked where both are available.
import { isProviderName, providerModes, type ProviderMode, type ProviderName } from '@wayfare/core/providers'
import { readPem } from './config-values.ts'
import { makeStartError } from './process.ts'

/** `keys` by their names as written, such as SECRET_KEY; `origin` replaces the provider's hosts, never in production. */
type Found = { mode: ProviderMode; origin: string | null; keys: Record<string, string> }
export type ProviderEnvironment = Readonly<Found>
export type PaymentsConfig = Readonly<Partial<Record<ProviderName, ProviderEnvironment>>>

/** A key's name in the environment: secretKey is SECRET_KEY. */
export const formatVariableName = (key: string): string => key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()

const modeOf = (variable: string, text: string): ProviderMode => {
  const mode = providerModes.find((known) => known === text)
  if (!mode) throw makeStartError(`${variable} must be one of: ${providerModes.join(', ')}.`)
  return mode
}

const originOf = (variable: string, text: string, isProduction: boolean): string => {
  if (isProduction) throw makeStartError(`${variable} is refused in production: money would be asked of a stand-in.`)
  if (!URL.canParse(text) || new URL(text).origin !== text.replace(/\/$/, ''))
    throw makeStartError(`${variable} must be an address without a path, like http://127.0.0.1:4000.`)
  return new URL(text).origin
}

const takeVariable = (found: Found, [variable, name, value]: readonly [string, string, string], isProduction: boolean): void => {
  if (name === 'MODE') found.mode = modeOf(variable, value)
  else if (name === 'ORIGIN') found.origin = originOf(variable, value, isProduction)
  else found.keys[name] = readPem(value)
}

export const readPaymentsConfig = (env: NodeJS.ProcessEnv, isProduction: boolean): PaymentsConfig => {
  const all: Partial<Record<ProviderName, Found>> = {}
  for (const [variable, value] of Object.entries(env)) {
    const [, provider = '', name = ''] = /^PAY_([A-Z]+)_([A-Z0-9_]+)$/.exec(variable) ?? []
    if (provider === '' || value === undefined || value.trim() === '') continue
    const known = provider.toLowerCase()
    if (!isProviderName(known) || known === 'test') throw makeStartError(`${variable} names no payment provider.`)
    const found = (all[known] ??= { mode: 'sandbox', origin: null, keys: {} })
    takeVariable(found, [variable, name, value.trim()], isProduction)
  }
  return all
}

type Known = { name: ProviderName; keys: readonly { name: string; optional?: boolean }[] }

/** Refuses to start with misspelt or missing keys, which would otherwise show only when a payment fails. */
export const checkPaymentKeys = (config: PaymentsConfig, providers: readonly Known[]): void => {
  for (const [name, { keys }] of Object.entries(config)) {
    const prefix = `PAY_${name.toUpperCase()}_`
    const provider = providers.find((one) => one.name === name)
    if (!provider) throw makeStartError(`${prefix}… names a payment provider that is not there.`)
    const known = provider.keys.map((key) => ({ variable: formatVariableName(key.name), optional: key.optional ?? false }))
    const strange = Object.keys(keys).filter((given) => !known.some(({ variable }) => variable === given))
    if (strange.length > 0) throw makeStartError(`${prefix}${strange[0]} is no key of ${name}.`)
    const missing = known.filter(({ variable, optional }) => !optional && keys[variable] === undefined)
    if (missing.length > 0)
      throw makeStartError(`${missing.map(({ variable }) => prefix + variable).join(', ')} must be set for ${name}.`)
  }
}
