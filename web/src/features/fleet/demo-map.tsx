// Whoever drives for money on the map that comes for trying out is told where a city of their own is imported.
import { Alert, Anchor } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { listCities } from '@wayfare/contract/cities'
import { Link } from 'react-router'
import { useIsDemo, useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'

/** Whether it is to be shown, and whether that is known; what cannot be read is not waited for. */
export const useDemoMap = (): { isShown: boolean; isKnown: boolean } => {
  const isDemo = useIsDemo()
  const { last: shelf, error } = useRead(queryKeys.cities, listCities, {})
  const active = shelf?.cities.find(({ dataset }) => dataset === shelf.active)
  return { isShown: !isDemo && active?.isDemo === true, isKnown: isDemo || shelf !== null || error.flag }
}

export const DemoMap = () => {
  const t = useT()
  return (
    <Alert color="warn" icon={<IconMap2 aria-hidden />} title={t('demo_map_title')}>
      {t('demo_map_text')}{' '}
      <Anchor component={Link} to="/citymap" py={10} inherit>
        {t('demo_map_import')}
      </Anchor>
    </Alert>
  )
}
