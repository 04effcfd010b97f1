// What changes several times in a row is shown once it has settled.
import { useDebouncedValue } from '@mantine/hooks'

/** How long a balance must stay the same (ms). */
const settledMs = 1500

/** The value a moment after its last change; the first one at once. */
export const useSettled = <T>(value: T | null): T | null => {
  const [settled] = useDebouncedValue(value, settledMs)
  return settled ?? value
}
