// When the server was last heard of: what the page shows is as of then.
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../ui/listeners.ts'

const halfDayMs = 43_200_000

let heardAt: number | null = null
/** what is shown was kept from an earlier visit, and nothing has been heard since */
let recalled = false
let isOld = false
const listeners = makeListeners()

/** Epoch ms by this device's clock; null before the first word. */
export const contactAt = (): number | null => heardAt

/** It may have been another day when the server was last heard of. */
export const isContactOld = (): boolean => isOld

/** The server has said something now. */
export const recordContact = (): void => {
  heardAt = Date.now()
  isOld = false
  if (!recalled) return
  recalled = false
  listeners.notify()
}

/** What is shown now was known at that time (epoch ms). */
export const noteKnownSince = (at: number): void => {
  heardAt = at
  recalled = true
  isOld = Date.now() - at > halfDayMs
  listeners.notify()
}

export const isRecalled = (): boolean => recalled

export const onContact = listeners.add

export const useRecalled = (): boolean => useSyncExternalStore(onContact, isRecalled, () => false)
