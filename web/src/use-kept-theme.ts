// The theme is kept with the account: it comes along to another device, and what is chosen there stays.
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useKept } from './api/kept.ts'

/** The server writes the first words in the theme that is chosen; without the cookie they follow the system. */
const tellServer = (theme: string): void => {
  const value = theme === 'auto' ? '; max-age=0' : `${theme}; max-age=31536000`
  document.cookie = `wayfare_theme=${value}; path=/; samesite=lax`
}

export const useKeptTheme = (): void => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const keep = useKept('theme', colorScheme === 'auto' ? null : colorScheme, setColorScheme)
  useEffect(() => tellServer(colorScheme), [colorScheme])
  const before = useRef(colorScheme)
  useEffect(() => {
    if (before.current === colorScheme) return
    before.current = colorScheme
    keep(colorScheme)
  }, [colorScheme, keep])
}
