// The theme is kept with the account: it comes along to another device, and what is chosen there stays.
import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useKept } from './api/kept.ts'

export const useKeptTheme = (): void => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const keep = useKept('theme', colorScheme === 'auto' ? null : colorScheme, setColorScheme)
  const before = useRef(colorScheme)
  useEffect(() => {
    if (before.current === colorScheme) return
    before.current = colorScheme
    keep(colorScheme)
  }, [colorScheme, keep])
}
