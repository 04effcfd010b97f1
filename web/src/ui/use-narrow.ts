// How wide the screen is: on a phone's panels become sheets, a little above that tables are cards still, and a large one has rows close
// together.
import { useMediaQuery } from '@mantine/hooks'

export const useNarrow = (): boolean => useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })

export const useCards = (): boolean => useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })

/** The links of the desk are icons. */
export const useRail = (): boolean =>
  useMediaQuery('(min-width: 48em) and (max-width: 68.74em)', undefined, { getInitialValueInEffect: false })

export const useWide = (): boolean => useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false })
