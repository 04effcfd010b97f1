// The life of a provider's card fields: they are made when its script has come, and taken away with the page.
import { useCallback, useEffect, useRef, useState } from 'react'

type Maker<Fields> = () => Promise<Fields>

/** `make` may be tried again after it failed; `drop` takes the fields away. */
export const useCardFields = <Fields>(make: Maker<Fields>, drop: (fields: Fields) => void) => {
  const [fields, setFields] = useState<Fields | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const latest = useRef({ make, drop })
  useEffect(() => {
    let isGone = false
    let made: Fields | null = null
    const { make: begin, drop: end } = latest.current
    begin().then(
      (all) => {
        if (isGone) return end(all)
        made = all
        setFields(() => all)
        return undefined
      },
      () => {
        if (!isGone) setFailed(true)
      },
    )
    return () => {
      isGone = true
      if (made !== null) end(made)
      setFields(null)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [tries])
  const retry = useCallback(() => {
    setFailed(false)
    setTries((now) => now + 1)
  }, [])
  return { fields, failed, retry }
}
