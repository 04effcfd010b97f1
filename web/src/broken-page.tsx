// What stands in for a page that could not be shown: a sentence and the way on.
import { Button, Center, Stack, Text } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import { useRouteError } from 'react-router'
import { useT } from './i18n/provider.tsx'
import { removeFront } from './ui/front.ts'

export const BrokenPage = () => {
  const t = useT()
  const error = useRouteError()
  useLayoutEffect(removeFront, [])
  useEffect(() => console.error(error), [error])
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack gap="md" maw="var(--wf-width-pane)" role="alert">
        <h1>{t('page_broken_title')}</h1>
        <Text>{t('page_broken_text')}</Text>
        <Button size="md" onClick={() => globalThis.location.reload()}>
          {t('page_reload')}
        </Button>
      </Stack>
    </Center>
  )
}
