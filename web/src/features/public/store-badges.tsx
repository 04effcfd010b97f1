// The apps, as far as the settings say where they are.
import { Button, Group } from '@mantine/core'
import { IconBrandApple, IconBrandGooglePlay } from '@tabler/icons-react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { parseWebAddress } from './site-links.ts'

export const StoreBadges = () => {
  const t = useT()
  const settings = useSettings().data
  const apple = parseWebAddress(settings?.appleStoreLink ?? '')
  const play = parseWebAddress(settings?.playStoreLink ?? '')
  if (!apple && !play) return null
  return (
    <Group justify="center" pb={56}>
      {apple && (
        <Button component="a" href={apple} variant="default" size="lg" leftSection={<IconBrandApple aria-hidden />}>
          {t('app_store_badge')}
        </Button>
      )}
      {play && (
        <Button component="a" href={play} variant="default" size="lg" leftSection={<IconBrandGooglePlay aria-hidden />}>
          {t('play_store_badge')}
        </Button>
      )}
    </Group>
  )
}
