// The providers as an admin sees them: which keys they need and which are set, never a secret itself.
import type { OutputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments-admin'
import type { ProviderState } from '@wayfare/contract/payments-admin'
import { Refusal } from '@wayfare/core/errors'
import { providerModes, type ProviderMode } from '@wayfare/core/providers'
import type { PaymentProvider, ProviderKey } from '../../adapters/ports-payments.ts'
import type { Deps } from '../../deps.ts'
import { findKeys, findProvider, lacksOrigin, makeWebhookPath, readKeyRows, takesCurrency } from './queries-keys.ts'

type KeyRows = Awaited<ReturnType<typeof readKeyRows>>

/** The last four characters of a secret, if enough others stay hidden; other values unchanged. */
export const maskSecret = ({ secret }: Pick<ProviderKey, 'secret'>, value: string): string => {
  if (!secret) return value
  return value.length >= 12 ? value.slice(-4) : ''
}

const presentMode = (
  deps: Deps,
  provider: PaymentProvider,
  mode: ProviderMode,
  { rows, origin }: { rows: KeyRows; origin: string | null },
) => {
  const found = findKeys(deps, provider, mode, rows)
  const row = rows.find((one) => one.provider === provider.name && one.mode === mode)
  const source = found?.source === 'environment' ? ('environment' as const) : row ? ('saved' as const) : ('none' as const)
  return {
    mode,
    source,
    enabled: found?.enabled ?? false,
    keys: provider.keys.map((key) => {
      const value = found?.keys[key.name] ?? ''
      return {
        name: key.name,
        secret: key.secret,
        optional: key.optional ?? false,
        isSet: value !== '',
        hint: maskSecret(key, value),
      }
    }),
    // some providers issue a key only once they have this address
    webhookUrl: origin === null ? null : `${origin}${makeWebhookPath(deps, provider.name, mode)}`,
    updatedAt: source === 'saved' ? (row?.updatedAt.getTime() ?? null) : null,
  }
}

const presentProvider = (deps: Deps, provider: PaymentProvider, rows: KeyRows, origin: string | null): ProviderState => {
  const modes = (provider.name === 'test' ? (['sandbox'] as const) : providerModes).map((mode) =>
    presentMode(deps, provider, mode, { rows, origin }),
  )
  const takes = takesCurrency(provider, deps.settings().code)
  return {
    name: provider.name,
    modes,
    currencies: provider.currencies === 'account' ? null : [...provider.currencies],
    takesCurrency: takes,
    offered: takes && !lacksOrigin(deps) && modes.some(({ enabled }) => enabled),
    refunds: provider.refunds,
    signedNotices: provider.signedNotices,
  }
}

export const listProviderStates = async (deps: Deps, origin: string | null): Promise<OutputOf<typeof contract.listProviders>> => {
  const rows = await readKeyRows(deps.db)
  const providers = deps.services.payments.filter(({ name }) => findProvider(deps, name))
  return {
    providers: providers.map((provider) => presentProvider(deps, provider, rows, origin)),
    currency: deps.settings().code,
    lacksOrigin: lacksOrigin(deps),
  }
}

export const getProviderState = async (deps: Deps, name: string, origin: string | null): Promise<ProviderState> => {
  const provider = findProvider(deps, name)
  if (!provider) throw new Refusal('not_found')
  return presentProvider(deps, provider, await readKeyRows(deps.db), origin)
}
