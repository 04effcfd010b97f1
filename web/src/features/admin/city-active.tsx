// The city that is served, and what its map holds.
import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconMapPinCheck } from '@tabler/icons-react'
import type { CityFacts } from '@wayfare/contract/cities'
import { Link } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { FigureList } from '../../ui/figure-list.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './cities.module.css'
import { nameCountry } from './city-words.ts'
import { useOwnSpeeds } from './use-speed-unit.ts'

/** Below this share of the roads a map is in pieces: an island without its bridge, or a cut that leaves the middle out. */
const wholeShare = 0.75

const useFigures = ({ counts, bytes }: CityFacts) => {
  const t = useT()
  const format = useFormat()
  return [
    [t('city_streets'), format.number(counts.streets)],
    [t('city_places'), format.number(counts.places)],
    [t('city_houses'), format.number(counts.houseNumbers)],
    [t('city_roads'), format.distance(counts.roadKm * 1000)],
    [t('city_size'), t('city_megabytes', { count: format.number(Math.ceil(bytes / 1e6)) })],
  ] as const
}

export const CityActive = ({ city }: { city: CityFacts }) => {
  const t = useT()
  const format = useFormat()
  const { language } = useLanguage()
  const figures = useFigures(city)
  const { restrictCountry = '' } = useSettings().data ?? {}
  const ownSpeeds = useOwnSpeeds(city.speeds)
  const share = Math.round(city.connectedShare * 100)
  return (
    <section className={classes.card} aria-labelledby="city-active">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h4" id="city-active">
          <bdi>{city.name}</bdi>
        </Title>
        <StateBadge color="primary" icon={IconMapPinCheck}>
          {t('city_served')}
        </StateBadge>
      </Group>
      <Text c="dimmed">
        {[nameCountry(city.country, language.langLocale), city.timeZone].filter(Boolean).join(' · ')}
        {' · '}
        {city.dataDate ? t('city_data_of', { date: format.date(Date.parse(city.dataDate)) }) : t('city_no_date')}
      </Text>
      <FigureList figures={figures} className={classes.figures} />
      {ownSpeeds !== '' && (
        <Text size="sm" mt="sm">
          {t('city_has_speeds', { speeds: ownSpeeds })}
        </Text>
      )}
      {city.connectedShare < wholeShare && (
        <Text mt="sm">
          <IconAlertTriangle size={16} aria-hidden /> {t('city_in_pieces', { percent: share })}
        </Text>
      )}
      {restrictCountry !== '' && restrictCountry !== city.country && (
        <Text mt="sm">
          <IconAlertTriangle size={16} aria-hidden /> {t('city_search_restricted')}{' '}
          <Anchor component={Link} to="/settings">
            {t('nav_settings')}
          </Anchor>
        </Text>
      )}
      {city.isDemo && <Text mt="sm">{t('city_is_demo')}</Text>}
      <Text size="sm" c="dimmed" mt="sm">
        <bdi>{city.attribution}</bdi>
      </Text>
    </section>
  )
}
