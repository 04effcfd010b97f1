// Who runs this, and whose map it drives on.
import { Anchor } from '@mantine/core'
import { useBasemap, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { TextPage } from './text-page.tsx'

export const AboutPage = () => {
  const t = useT()
  const name = useSettings().data?.appName ?? 'Wayfare'
  const basemap = useBasemap().data
  return (
    <TextPage title={t('about_title', { name })}>
      <p>{t('about_text_1', { name })}</p>
      <p>{t('about_text_2', { name })}</p>
      <h2>{t('about_map_title')}</h2>
      <p>
        {t('about_map_text')}{' '}
        <Anchor href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer noopener">
          © OpenStreetMap contributors
        </Anchor>
        {basemap?.dataDate && ` ${t('about_map_date', { place: basemap.name, date: basemap.dataDate })}`}
      </p>
    </TextPage>
  )
}
