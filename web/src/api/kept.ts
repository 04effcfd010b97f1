// What a person prefers, kept with the account: where one signs in the account's choice wins, and what is chosen there is kept.
import { useQueryClient } from '@tanstack/react-query'
import type { Session } from '@wayfare/contract/sign-in'
import type { updatePreferences } from '@wayfare/contract/people-profile'
import type { InputOf } from '@wayfare/contract/endpoint'
import { useCallback, useEffect, useRef } from 'react'
import { callEndpoint } from './call.ts'
import { writeMe } from './live-cache.ts'
import { queryKeys } from './query-client.ts'
import { useSession } from './session.tsx'

type Preferences = Required<InputOf<typeof updatePreferences>>
type Preference = keyof Preferences

// the shapes of the profile are not needed to read a page
const save = async (preferences: Partial<Preferences>, isTheirs: () => boolean) => {
  const { updatePreferences } = await import('@wayfare/contract/people-profile')
  return isTheirs() ? callEndpoint(updatePreferences, preferences) : null
}

/** The choices of one account: `told` is what the account says, or will when all of them have come there. */
const noChoices = <Value>(id: string | null) => ({ id, onItsWay: 0, told: null as Value | null })

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
  const id = me?.id ?? null
  const kept = (me?.[name] ?? null) as Preferences[Name]
  const before = useRef(Promise.resolve())
  const choices = useRef(noChoices<Preferences[Name]>(id))
  const keep = useCallback(
    (value: NonNullable<Preferences[Name]>) => {
      const mine = choices.current
      if (id === null || mine.id !== id || value === mine.told) return
      mine.told = value
      mine.onItsWay += 1
      const isTheirs = () => client.getQueryData<Session>(queryKeys.session)?.me?.id === id
      // one after the other: of two choices the second is kept, and answered, last
      before.current = before.current
        .then(() => save({ [name]: value }, isTheirs))
        // a choice that could not be kept still holds on this device
        .then(
          (answer) => {
            if (answer) writeMe(client, answer)
          },
          () => void (mine.told = null),
        )
        .finally(() => {
          mine.onItsWay -= 1
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
    if (choices.current.id !== id) choices.current = noChoices(id)
    if (id === null || choices.current.onItsWay > 0) return
    choices.current.told = kept
    if (kept !== null) latest.current.apply(kept)
    else if (latest.current.here !== null && !isShared) keep(latest.current.here)
  }, [id, isShared, keep, kept])
  return keep
}
