// Saving, switching and removing a provider's keys, each after a proof of who one is.
import { type ProviderState, enableProvider, removeProviderKeys, saveProviderKeys } from '@wayfare/contract/payments-admin'
import { useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProved } from '../../shared/proving.tsx'
import { useProblem } from '../../ui/dialogs.tsx'

type Mode = ProviderState['modes'][number]

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
  const t = useT()
  const problem = useProblem()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  const { mode } = given
  const refuse = (cause: unknown) => problem(cause, { withCode: true })
  // what another admin saved is shown below what is typed, and may then be saved over
  const options = { within: useProved(), stale: [queryKeys.paymentProviders, queryKeys.providers], toast: t('updated'), refuse }
  const saving = useWrite(saveProviderKeys, {
    ...options,
    toast: ({ offered }) => t(offered ? 'updated' : 'provider_saved_off'),
  })
  const switching = useWrite(enableProvider, options)
  const removing = useWrite(removeProviderKeys, options)
  const save = async (form: HTMLFormElement) => {
    const show = (fields: readonly string[]) => {
      setMissing(fields)
      setTimeout(() => form.querySelector<HTMLElement>(`[name="${fields[0]}"]`)?.focus(), 50)
    }
    const lacking = missingKeys(given, typed)
    if (lacking.length > 0) return show(lacking)
    try {
      await saving.send({ name, mode, keys: { ...typed }, updatedAt: given.updatedAt })
      setTyped({})
    } catch (cause) {
      const fields = fieldsOf(cause)
      if (fields.length > 0) show(fields)
      else refuse(cause)
    }
    return undefined
  }
  return {
    typed,
    missing,
    /** which of the buttons */
    busy: (saving.busy && 'save') || (switching.busy && 'enable') || (removing.busy && 'remove') || null,
    save,
    type: (key: string, value: string) => {
      setTyped((now) => ({ ...now, [key]: value }))
      setMissing((now) => now.filter((one) => one !== key))
    },
    enable: (enabled: boolean) => switching.run({ name, mode, enabled }),
    remove: async () => {
      if (await removing.run({ name, mode })) setTyped({})
    },
  }
}
