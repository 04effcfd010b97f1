// The providers' keys as an admin saves them: sealed at once and never shown again.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/payments-admin'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { ProviderMode, ProviderName } from '@wayfare/core/providers'
import type { PaymentProvider } from '../../adapters/ports-payments.ts'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { checkUnlocked } from '../../lock.ts'
import { checkProved } from '../sign-in/commands-prove.ts'
import { resumeAll } from './commands-resume.ts'
import { getProviderState, maskSecret } from './present-keys.ts'
import { findProvider, makeKeysContext } from './queries-keys.ts'

/** The admin, the session, and our address (null if not known for sure). */
export type KeyEditor = { actor: UserActor; sessionId: string | null; origin: string | null }

const checkMayEdit = async (deps: Deps, { sessionId }: KeyEditor, name: string, mode: ProviderMode): Promise<PaymentProvider> => {
  checkUnlocked(deps)
  await checkProved(deps, { id: sessionId })
  const provider = findProvider(deps, name)
  if (!provider || (provider.name === 'test' && mode === 'live')) throw new Refusal('not_found')
  if (deps.config.payments[provider.name]) throw new Refusal('set_by_environment')
  return provider
}

const readRow = (tx: Tx, { name }: PaymentProvider, mode: ProviderMode) =>
  tx
    .selectFrom('providerKey')
    .select(['sealed', 'updatedAt'])
    .where('provider', '=', name)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst()

type SavedRow = Awaited<ReturnType<typeof readRow>>

const keysIn = (row: SavedRow, deps: Deps, { name }: PaymentProvider, mode: ProviderMode): Record<string, string> | null => {
  const text = row && deps.secrets.open(row.sealed, makeKeysContext(name, mode))
  return text ? (JSON.parse(text) as Record<string, string>) : null
}

/** Refuses an edit of outdated keys, so that the keys of two accounts are not mixed by accident. */
const checkSeen = (row: SavedRow, seen: number | null | undefined): void => {
  if (seen !== undefined && seen !== (row?.updatedAt.getTime() ?? null)) throw new Refusal('row_changed')
}

/** Merges the given keys into the stored ones; an empty value removes its key. Refuses unknown and missing keys. */
const mergeKeys = (
  provider: PaymentProvider,
  saved: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> => {
  const strange = Object.keys(given).filter((name) => !provider.keys.some((key) => key.name === name))
  const keys = Object.fromEntries(Object.entries({ ...saved, ...given }).filter(([, value]) => value !== ''))
  const missing = provider.keys.filter(({ name, optional }) => !optional && keys[name] === undefined).map(({ name }) => name)
  const wrong = [...strange, ...missing]
  if (wrong.length > 0)
    throw new Refusal('keys_incomplete', { fields: Object.fromEntries(wrong.map((name) => [name, 'keys_incomplete'])) })
  return keys
}

/** At most one mode of a provider makes new payments. */
const offerOnly = async (tx: Tx, { name }: PaymentProvider, mode: ProviderMode): Promise<void> => {
  await tx.updateTable('providerKey').set({ enabled: false }).where('provider', '=', name).where('mode', '<>', mode).execute()
}

type Write = { provider: PaymentProvider; mode: ProviderMode; keys: Record<string, string>; enabled: boolean }

const writeKeys = async (tx: Tx, deps: Deps, actor: UserActor, { provider, mode, keys, enabled }: Write): Promise<void> => {
  const { name } = provider
  if (enabled) await offerOnly(tx, provider, mode)
  const row = {
    enabled,
    sealed: deps.secrets.seal(JSON.stringify(keys), makeKeysContext(name, mode)),
    hints: JSON.stringify(Object.fromEntries(provider.keys.map((key) => [key.name, maskSecret(key, keys[key.name] ?? '')]))),
    updatedBy: actor.id,
    updatedAt: deps.now(),
  }
  await tx
    .insertInto('providerKey')
    .values({ provider: name, mode, ...row })
    .onConflict((conflict) => conflict.columns(['provider', 'mode']).doUpdateSet(row))
    .execute()
}

type Place = { name: ProviderName; mode: ProviderMode }
type Deed = Pick<Parameters<typeof recordAudit>[2], 'action' | 'before' | 'after'>

/** One edit by an admin: `work` writes and returns the entry for the audit log; `told` is the message for the server log. */
const editKeys = async (
  deps: Deps,
  keeper: KeyEditor,
  { name, mode, told }: Place & { told: string },
  work: (tx: Tx, provider: PaymentProvider) => Promise<Deed>,
) => {
  const provider = await checkMayEdit(deps, keeper, name, mode)
  await inTx(omitOnceKey(deps), async (tx) => {
    const deed = await work(tx, provider)
    await recordAudit(tx, keeper.actor, { ...deed, object: { kind: 'provider', id: name } })
  })
  deps.log.info({ by: keeper.actor.id, provider: name, mode }, told)
  return getProviderState(deps, name, keeper.origin)
}

type Save = ParsedInputOf<typeof contract.saveProviderKeys>

/** Saves new or changed keys; the provider is offered from then on, and checks and refunds that its keys held up are resumed. */
export const saveProviderKeys = (deps: Deps, keeper: KeyEditor, { name, mode, keys: given, updatedAt: seen }: Save) =>
  editKeys(deps, keeper, { name, mode, told: 'keys of a payment provider were saved' }, async (tx, provider) => {
    const row = await readRow(tx, provider, mode)
    checkSeen(row, seen)
    const keys = mergeKeys(provider, keysIn(row, deps, provider, mode) ?? {}, given)
    await writeKeys(tx, deps, keeper.actor, { provider, mode, keys, enabled: true })
    await resumeAll(tx, name, mode)
    // the names of the keys, never their values
    return { action: 'payments.saveKeys', after: { mode, enabled: true, keys: Object.keys(given).toSorted() } }
  })

type Enable = ParsedInputOf<typeof contract.enableProvider>

/** Switches saved keys on or off; the test provider has none to save. */
export const enableProvider = (deps: Deps, keeper: KeyEditor, { name, mode, enabled }: Enable) => {
  const told = enabled ? 'a payment provider is offered' : 'a payment provider is no longer offered'
  return editKeys(deps, keeper, { name, mode, told }, async (tx, provider) => {
    const row = await readRow(tx, provider, mode)
    const keys = keysIn(row, deps, provider, mode) ?? (provider.keys.length === 0 ? {} : null)
    if (!keys) throw new Refusal('keys_incomplete')
    await writeKeys(tx, deps, keeper.actor, { provider, mode, keys: mergeKeys(provider, keys, {}), enabled })
    return { action: 'payments.enable', after: { mode, enabled } }
  })
}

export const removeProviderKeys = (deps: Deps, keeper: KeyEditor, { name, mode }: Place) =>
  editKeys(deps, keeper, { name, mode, told: 'keys of a payment provider were removed' }, async (tx) => {
    await tx.deleteFrom('providerKey').where('provider', '=', name).where('mode', '=', mode).execute()
    return { action: 'payments.removeKeys', before: { mode } }
  })
