// The theme is kept with the account: it comes along to another device, and what is chosen there stays.
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useKept } from './api/kept.ts'

/** The server writes the first words in the theme that is chosen; without the cookie they follow the system. */
const tellServer = (theme: string): void => {
  const value = theme === 'auto' ? '; max-age=0' : `${theme}; max-age=31536000`
  document.cookie = `wayfare_theme=${value}; path=/; samesite=lax`
}

/** As Mantine names it. */
const storageKey = 'mantine-color-scheme-value'

export const useKeptTheme = (): void => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const keep = useKept('theme', colorScheme === 'auto' ? null : colorScheme, setColorScheme)
  useEffect(() => tellServer(colorScheme), [colorScheme])
  // what another tab of this browser has taken over: that one keeps it, and two that kept it would answer each other for ever
  const elsewhere = useRef<string | null>(null)
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === storageKey) elsewhere.current = newValue
    }
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [])
  const before = useRef(colorScheme)
  useEffect(() => {
    if (before.current === colorScheme) return
    before.current = colorScheme
    if (elsewhere.current !== colorScheme) keep(colorScheme)
    elsewhere.current = null
  }, [colorScheme, keep])
}
