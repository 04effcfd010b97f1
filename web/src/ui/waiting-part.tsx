// Stands where a part of the page will be. Without a network it says so; nothing is reloaded by itself.
import { Center, Loader, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useText } from './text.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** `unreached`: it waits for the server and not for a part of the program */
export const WaitingPart = ({ unreached = false }: { unreached?: boolean }) => {
  const t = useText()
  const isOnline = useOnline()
  return (
    <Center mih="60vh" px="md">
      <Stack align="center" role="status" aria-label={t('loading')} maw="var(--wf-width-pane)">
        <Loader size="lg" />
        {(!isOnline || unreached) && <Text ta="center">{t('part_waiting')}</Text>}
      </Stack>
    </Center>
  )
}
