// What a person prefers, kept with the account: where one signs in the account's choice wins, and what is chosen there is kept.
import { useQueryClient } from '@tanstack/react-query'
import type { updatePreferences } from '@wayfare/contract/accounts-profile'
import type { InputOf } from '@wayfare/contract/endpoint'
import { useCallback, useEffect, useRef } from 'react'
import { call } from './call.ts'
import { writeMe } from './live-cache.ts'
import { useSession } from './session.tsx'

type Preferences = Required<InputOf<typeof updatePreferences>>
export type Preference = keyof Preferences

// the shapes of the profile are not needed to read a page
const save = async (preferences: Partial<Preferences>) =>
  call((await import('@wayfare/contract/accounts-profile')).updatePreferences, preferences)

/**
 * `here` is what this device was told (null: nothing), `apply` takes over what the account says. The answer keeps a choice that
 * was made here. An account without a choice takes the device's, demo accounts excepted, since many people share them.
 */
export const useKept = <Name extends Preference>(
  name: Name,
  here: Preferences[Name],
  apply: (value: NonNullable<Preferences[Name]>) => void,
): ((value: NonNullable<Preferences[Name]>) => void) => {
  const { me } = useSession()
  const client = useQueryClient()
  const onItsWay = useRef(0)
  const before = useRef(Promise.resolve())
  /** what the account says, or will when all choices have come there */
  const told = useRef<Preferences[Name] | null>(null)
  const id = me?.id ?? null
  const kept = (me?.[name] ?? null) as Preferences[Name]
  const keep = useCallback(
    (value: NonNullable<Preferences[Name]>) => {
      if (id === null || value === told.current) return
      told.current = value
      onItsWay.current += 1
      // one after the other: of two choices the second is kept, and answered, last
      before.current = before.current
        .then(() => save({ [name]: value }))
        // a choice that could not be kept still holds on this device
        .then(
          (answer) => writeMe(client, answer),
          () => void (told.current = null),
        )
        .finally(() => {
          onItsWay.current -= 1
        })
    },
    [client, id, name],
  )
  const latest = useRef({ here, apply })
  useEffect(() => {
    latest.current = { here, apply }
  })
  const isShared = me?.demo ?? true
  useEffect(() => {
    if (id === null || onItsWay.current > 0) return
    told.current = kept
    if (kept !== null) latest.current.apply(kept)
    else if (latest.current.here !== null && !isShared) keep(latest.current.here)
  }, [id, isShared, keep, kept])
  return keep
}
