// Filling in a form without a tap on each field: Enter goes on to the next field that has to be filled in and is still empty.
import type { KeyboardEvent } from 'react'

/** At the last one Enter sends the form off, as everywhere. */
export const goToNextField = (event: KeyboardEvent<HTMLFormElement>): void => {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>('input[aria-required=true]')]
  const next = fields.slice(fields.indexOf(target) + 1).find(({ value }) => value === '')
  if (!fields.includes(target) || !next) return
  event.preventDefault()
  next.focus()
}
