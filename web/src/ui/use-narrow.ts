// Whether the screen is as narrow as a phone's: tables become cards, panels become sheets.
import { useMediaQuery } from '@mantine/hooks'

export const useNarrow = (): boolean => useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
