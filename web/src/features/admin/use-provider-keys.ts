// Saving, switching and removing a provider's keys, each after a proof of who one is.
import { useQueryClient } from '@tanstack/react-query'
import type { ProviderState } from '@wayfare/contract/payments-admin'
import { enableProvider, removeProviderKeys, saveProviderKeys } from '@wayfare/contract/payments-admin'
import { useState } from 'react'
import { call, isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useProved } from '../../shared/proving.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { providersKey } from './use-payments.ts'
import { useSaySaved } from './use-say-saved.ts'

type Mode = ProviderState['modes'][number]
type Deed = 'save' | 'enable' | 'remove'

/** Only what was typed is sent: a key that is left out stays as it was. */
const missingKeys = ({ keys }: Pick<Mode, 'keys'>, typed: Readonly<Record<string, string>>): string[] =>
  keys
    .filter(({ name, optional, isSet }) => !optional && (name in typed ? typed[name]?.trim() === '' : !isSet))
    .map(({ name }) => name)

const fieldsOf = (cause: unknown): string[] => {
  const fields = isCallError(cause) && cause.key === 'keys_incomplete' ? cause.details?.['fields'] : null
  return Array.isArray(fields) ? fields.map(String) : []
}

export const useProviderKeys = (name: ProviderState['name'], given: Mode) => {
  const client = useQueryClient()
  const proved = useProved()
  const problem = useProblem()
  const saySaved = useSaySaved()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<Deed | null>(null)
  const { mode } = given
  const run = async (deed: Deed, work: () => Promise<ProviderState>, onFields: (fields: string[]) => void = () => undefined) => {
    setBusy(deed)
    try {
      const answer = await proved(work)
      if (!answer) return false
      await client.invalidateQueries({ queryKey: providersKey })
      void client.invalidateQueries({ queryKey: queryKeys.providers })
      saySaved(deed === 'save' && !answer.offered ? 'provider_saved_off' : 'updated')
      return true
    } catch (cause) {
      const fields = fieldsOf(cause)
      // what another admin saved is shown below what is typed, and may then be saved over
      if (isCallError(cause) && cause.key === 'row_changed') await client.invalidateQueries({ queryKey: providersKey })
      if (fields.length > 0) onFields(fields)
      else problem(cause, { withCode: true })
      return false
    } finally {
      setBusy(null)
    }
  }
  const save = async (form: HTMLFormElement) => {
    const show = (fields: readonly string[]) => {
      setMissing(fields)
      setTimeout(() => form.querySelector<HTMLElement>(`[name="${fields[0]}"]`)?.focus(), 50)
    }
    const lacking = missingKeys(given, typed)
    if (lacking.length > 0) return show(lacking)
    if (await run('save', () => call(saveProviderKeys, { name, mode, keys: { ...typed }, updatedAt: given.updatedAt }), show))
      setTyped({})
  }
  return {
    typed,
    missing,
    busy,
    save,
    type: (key: string, value: string) => {
      setTyped((now) => ({ ...now, [key]: value }))
      setMissing((now) => now.filter((one) => one !== key))
    },
    enable: (enabled: boolean) => run('enable', () => call(enableProvider, { name, mode, enabled })),
    remove: async () => {
      if (await run('remove', () => call(removeProviderKeys, { name, mode }))) setTyped({})
    },
  }
}
