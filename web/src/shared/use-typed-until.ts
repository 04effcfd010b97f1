// What is typed into a field that offers a choice, until one is made: there, or elsewhere on the page, such as by a quick pick.
import { useState } from 'react'

/** `chosen` tells one choice from another; none is nothing. `first` stands in the field from the beginning. */
export const useTypedUntil = (chosen: string | null | undefined, first = '') => {
  const [typed, setTyped] = useState(first || null)
  const [last, setLast] = useState(chosen)
  if (chosen !== last) {
    setLast(chosen)
    if (chosen) setTyped(null)
  }
  return [typed, setTyped] as const
}
