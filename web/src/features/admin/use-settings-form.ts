// The settings form: what is stored, what was changed, what is wrong with it, and saving it.
import { useQueryClient } from '@tanstack/react-query'
import { saveSettings } from '@wayfare/contract/settings'
import type { AllSettings } from '@wayfare/contract/settings'
import { checkSettings } from '@wayfare/core/settings-checks'
import type { SettingsDraft, SettingsProblems } from '@wayfare/core/settings-checks'
import { useState } from 'react'
import { call, isCallError, newOnceKey } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { draftOf, stillChanged, withChange, without } from './settings-changes.ts'
import type { SettingsChanges } from './settings-changes.ts'

export type SettingsForm = {
  all: AllSettings
  draft: SettingsDraft
  problems: SettingsProblems
  /** how many fields differ from what is stored */
  changed: number
  isChanged: (field: keyof SettingsDraft) => boolean
  change: (field: keyof SettingsDraft, value: string | number | boolean) => void
  undo: (field: keyof SettingsDraft) => void
  discard: () => void
  /** what is wrong before anything is sent; shown in the fields, too */
  check: () => SettingsProblems
  /** null when it is saved, else why not; what is wrong with single fields is shown in them */
  save: () => Promise<unknown>
  busy: boolean
}

/** The keys by field of a refusal, as far as it names fields. */
export const problemsOf = (cause: unknown): SettingsProblems => {
  if (!isCallError(cause)) return {}
  if (cause.key === 'wrong_code') return { license: 'wrong_code' }
  const fields = cause.details?.['fields']
  const isByName = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  return isByName ? (fields as SettingsProblems) : {}
}

export const useSettingsForm = (all: AllSettings): SettingsForm => {
  const client = useQueryClient()
  const [given, setGiven] = useState<SettingsChanges>({})
  const [problems, setProblems] = useState<SettingsProblems>({})
  const [busy, setBusy] = useState(false)
  const changes = stillChanged(all, given)
  const forget = (field: string) =>
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== field)))
  const save = async (): Promise<unknown> => {
    setBusy(true)
    try {
      const answer = await call(saveSettings, changes, { once: newOnceKey() })
      client.setQueryData<AllSettings>(queryKeys.allSettings, answer)
      setGiven({})
      setProblems({})
      return null
    } catch (cause) {
      setProblems(problemsOf(cause))
      return cause
    } finally {
      setBusy(false)
    }
  }
  return {
    all,
    draft: draftOf(all, changes),
    problems,
    changed: Object.keys(changes).length,
    isChanged: (field) => field in changes,
    change: (field, value) => {
      setGiven((now) => withChange(all, now, field, value))
      forget(field)
    },
    undo: (field) => {
      setGiven((now) => without(now, field))
      forget(field)
    },
    discard: () => {
      setGiven({})
      setProblems({})
    },
    check: () => {
      const found = checkSettings(draftOf(all, changes))
      setProblems(found)
      return found
    },
    save,
    busy,
  }
}
