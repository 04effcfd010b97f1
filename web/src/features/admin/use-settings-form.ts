// The settings form: what is stored, what was changed, what is wrong with it, and saving it.
import { useQueryClient } from '@tanstack/react-query'
import { getAllSettings, saveSettings, type AllSettings } from '@wayfare/contract/settings'
import { checkSettings, type SettingsDraft, type SettingsProblems } from '@wayfare/core/settings-checks'
import { useState } from 'react'
import { callEndpoint, isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { keepTypedSince } from '../../ui/row-changed.ts'
import {
  addChange,
  keepOpenChanges,
  listContestedFields,
  makeFieldDraft,
  removeChange,
  type SettingsChanges,
} from './settings-changes.ts'

type Field = keyof SettingsDraft
type Outcome = { is: 'saved' | 'contested' } | { is: 'failed'; cause: unknown }

/** The keys by field of a refusal, as far as it names fields. */
export const readProblems = (cause: unknown): SettingsProblems => {
  if (!isCallError(cause)) return {}
  if (cause.key === 'wrong_code') return { license: 'wrong_code' }
  const fields = cause.details?.['fields']
  const isByName = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return isByName ? (fields as SettingsProblems) : {}
}

const useSending = (changes: SettingsChanges) => {
  const client = useQueryClient()
  const write = useWrite(saveSettings, { toast: useT()('updated') })
  const send = ({ version }: AllSettings) => write.send({ ...changes, version })
  /** What is stored then. Once more where another admin saved something else meanwhile. */
  return async (from: AllSettings): Promise<AllSettings | 'contested'> => {
    try {
      return await send(from)
    } catch (cause) {
      if (!isCallError(cause) || cause.key !== 'row_changed') throw cause
      const now = await callEndpoint(getAllSettings, {})
      client.setQueryData(queryKeys.allSettings, now)
      if (listContestedFields(from, now, changes).length > 0) return 'contested'
      return await send(now)
    }
  }
}

export const useSettingsForm = (all: AllSettings) => {
  const [given, setGiven] = useState<SettingsChanges>({})
  const [problems, setProblems] = useState<SettingsProblems>({})
  const [busy, setBusy] = useState(false)
  const changes = keepOpenChanges(all, given)
  // what others save is seen at once, unless it is what is being changed here
  const [seen, setSeen] = useState(all)
  const contested = listContestedFields(seen, all, changes)
  if (seen !== all && contested.length === 0) setSeen(all)
  const forget = (field: string) =>
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)))
  const sendOn = useSending(changes)
  /** `from`: the settings that the changes are for. What is wrong with single fields is shown in them. */
  const save = async (from = seen): Promise<Outcome> => {
    setBusy(true)
    try {
      const stored = await sendOn(from)
      setProblems({})
      if (stored === 'contested') return { is: stored }
      // what is typed on in a field that was being saved is a change of what is stored now, and nobody else's
      setSeen(stored)
      setGiven((now) => keepTypedSince(changes, now))
      return { is: 'saved' }
    } catch (cause) {
      setProblems(readProblems(cause))
      return { is: 'failed', cause }
    } finally {
      setBusy(false)
    }
  }
  return {
    all,
    draft: makeFieldDraft(all, changes),
    problems,
    changed: Object.keys(changes).length,
    isChanged: (field: Field) => field in changes,
    change: (field: Field, value: string | number | boolean) => {
      setGiven((now) => addChange(all, now, field, value))
      forget(field)
    },
    undo: (fields: readonly Field[]) => {
      setGiven((now) => fields.reduce(removeChange, now))
      for (const field of fields) forget(field)
    },
    /** the changed ones that another admin saved meanwhile */
    contested,
    discard: () => {
      setGiven({})
      setProblems({})
    },
    /** what is wrong before anything is sent; shown in the fields, too */
    check: (): SettingsProblems => {
      const found = checkSettings(makeFieldDraft(all, changes))
      setProblems(found)
      return found
    },
    save,
    busy,
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>
