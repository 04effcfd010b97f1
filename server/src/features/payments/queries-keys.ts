// The providers' keys, from the environment or as saved by an admin. They are decrypted only here, to make an adapter.
import { Refusal } from '@wayfare/core/errors'
import { type ProviderMode, type ProviderName, isProviderName, providerModes } from '@wayfare/core/providers'
import type { PaymentProvider } from '../../adapters/ports-payments.ts'
import { formatVariableName, type ProviderEnvironment } from '../../config-payments.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Db, Deps, Tx } from '../../deps.ts'
import { isSame } from '../../secrets.ts'

/** Binds sealed keys to their provider and mode: they cannot be opened in another context. */
export const makeKeysContext = (provider: ProviderName, mode: ProviderMode): string => `provider_key.sealed ${provider} ${mode}`

type ProviderKeys = {
  source: 'environment' | 'saved'
  /** new payments are made with these */
  enabled: boolean
  keys: Readonly<Record<string, string>>
  origin: string | null
}

/** `test` takes no money: it is available only where no real provider could be reached. */
export const findProvider = ({ services, config }: Deps, name: string): PaymentProvider | null => {
  const provider = services.payments.find((one) => one.name === name)
  return !provider || (name === 'test' && config.isProduction) ? null : provider
}

const fromEnvironment = (provider: PaymentProvider, { keys, origin }: ProviderEnvironment): ProviderKeys => ({
  source: 'environment',
  enabled: true,
  keys: Object.fromEntries(
    provider.keys.flatMap(({ name }) => {
      const value = keys[formatVariableName(name)]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
  origin,
})

type KeyRow = TableRow<'providerKey'>

const openKeys = (deps: Deps, provider: ProviderName, mode: ProviderMode, sealed: string): Record<string, string> | null => {
  const text = deps.secrets.open(sealed, makeKeysContext(provider, mode))
  return text === null ? null : (JSON.parse(text) as Record<string, string>)
}

const hasAll = (provider: PaymentProvider, keys: Readonly<Record<string, string>>): boolean =>
  provider.keys.every(({ name, optional }) => optional || (keys[name] ?? '') !== '')

/** The keys of one mode; null if there are none or they were sealed with another secret. The environment takes precedence. */
export const findKeys = (
  deps: Deps,
  provider: PaymentProvider,
  mode: ProviderMode,
  rows: readonly KeyRow[],
): ProviderKeys | null => {
  const given = deps.config.payments[provider.name]
  if (given?.mode === mode) return fromEnvironment(provider, given)
  const row = rows.find((one) => one.provider === provider.name && one.mode === mode)
  if (!row) {
    const isTest = provider.name === 'test' && mode === 'sandbox'
    return isTest ? { source: 'saved', enabled: true, keys: {}, origin: null } : null
  }
  const keys = openKeys(deps, provider.name, mode, row.sealed)
  if (!keys || !hasAll(provider, keys)) return null
  return { source: 'saved', enabled: row.enabled && !given, keys, origin: null }
}

export const readKeyRows = (db: Db | Tx): Promise<KeyRow[]> => db.selectFrom('providerKey').selectAll().execute()

/** The adapter that talks to the provider with the keys of this mode only; null if there are none. */
export const findAdapter = async (deps: Deps, name: string, mode: ProviderMode, db: Db | Tx = deps.db) => {
  const provider = findProvider(deps, name)
  const found = provider && findKeys(deps, provider, mode, await readKeyRows(db))
  if (!provider || !found) return null
  const { keys, origin } = found
  return provider.make({ keys, mode, now: deps.now, ...(origin === null ? {} : { origin }) })
}

export const takesCurrency = ({ currencies }: PaymentProvider, currency: string): boolean =>
  currencies === 'account' || currencies.includes(currency)

const isOffered = (deps: Deps, provider: PaymentProvider, mode: ProviderMode, rows: readonly KeyRow[]): boolean =>
  takesCurrency(provider, deps.settings().code) && (findKeys(deps, provider, mode, rows)?.enabled ?? false)

/** True if our own address, for providers' redirects and notices, is unknown. It is never taken from a request (forgeable). */
export const lacksOrigin = ({ config }: Pick<Deps, 'config'>): boolean => config.isProduction && config.publicOrigin === null

export type Offer = { provider: PaymentProvider; mode: ProviderMode }

/** The providers available for new payments, each in one mode: set up, switched on, and supporting the currency. */
export const listOffers = async (deps: Deps): Promise<Offer[]> => {
  if (lacksOrigin(deps)) return []
  const rows = await readKeyRows(deps.db)
  return deps.services.payments.flatMap(({ name }) => {
    const provider = findProvider(deps, name)
    const mode = provider && providerModes.find((one) => isOffered(deps, provider, one, rows))
    return provider && mode ? [{ provider, mode }] : []
  })
}

export const getOffer = async (deps: Deps, name: string): Promise<Offer> => {
  const offer = (await listOffers(deps)).find(({ provider }) => provider.name === name)
  if (!offer) throw new Refusal('no_provider_found')
  return offer
}

const webhookSecretOf = ({ secrets }: Deps, name: ProviderName, mode: ProviderMode): string =>
  secrets.hash(`${name} ${mode}`, 'payments.webhook').slice(0, 32)

export const makeWebhookPath = (deps: Deps, name: ProviderName, mode: ProviderMode): string =>
  `/pay/${name}/webhook/${webhookSecretOf(deps, name, mode)}`

/** The mode whose webhook address this is; null for a wrong address. */
export const findWebhookMode = (deps: Deps, name: string, secret: string): ProviderMode | null => {
  if (!isProviderName(name)) return null
  return providerModes.find((mode) => isSame(webhookSecretOf(deps, name, mode), secret)) ?? null
}
