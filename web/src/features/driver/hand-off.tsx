import { Alert, Anchor, Stack } from '@mantine/core'
import { IconNavigation } from '@tabler/icons-react'
import type { LatLng } from '@wayfare/core/geo'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { RowAction } from './row-action.tsx'

const linksTo = ({ lat, lng }: LatLng): { name: string; href: string }[] => [
  { name: 'Google Maps', href: `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}` },
  { name: 'Waze', href: `https://waze.com/ul?ll=${lat},${lng}&navigate=yes` },
  { name: 'geo:', href: `geo:${lat},${lng}` },
]

/** Another app can show the way, but then this page cannot send positions: said before, every time. */
export const HandOff = ({ to }: { to: LatLng }) => {
  const t = useT()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <RowAction icon={<IconNavigation size={24} aria-hidden />} label={t('trip_navigate')} onClick={() => setOpened(true)} />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('open_in_other_app')}>
        <Stack>
          <Alert color="warn">{t('other_app_warning')}</Alert>
          {linksTo(to).map(({ name, href }) => (
            <Anchor
              key={name}
              href={href}
              target="_blank"
              rel="noreferrer"
              className={classes.appLink}
              onClick={() => setOpened(false)}
            >
              {name === 'geo:' ? t('other_app_any') : name}
            </Anchor>
          ))}
        </Stack>
      </Dialog>
    </>
  )
}
