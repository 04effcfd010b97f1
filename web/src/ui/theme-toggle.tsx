// Light or dark: the system's choice until a person chooses.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useText } from './text.ts'

export const ThemeToggle = ({ bare = false }: { bare?: boolean }) => {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return (
    <ActionIcon
      variant={bare ? 'transparent' : 'subtle'}
      color={bare ? 'white' : 'neutral'}
      radius="xl"
      aria-label={t(isDark ? 'theme_to_light' : 'theme_to_dark')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  )
}
