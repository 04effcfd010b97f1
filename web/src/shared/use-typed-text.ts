// Words that somebody types to search for, once the typing has paused.
import { useDebouncedValue } from '@mantine/hooks'

const pauseMs = 250

/** The longest that the server searches for. */
const longest = 100

export const useTypedText = (typed: string): string => useDebouncedValue(typed.trim().slice(0, longest), pauseMs)[0]
