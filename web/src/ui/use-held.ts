// A value that stands still for a while: what changes meanwhile is shown afterwards.
import { useState } from 'react'

export const useHeld = <T>(value: T, isHeld: boolean): T => {
  const [last, setLast] = useState(value)
  if (!isHeld && last !== value) setLast(value)
  return isHeld ? last : value
}
