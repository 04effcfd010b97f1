// What finds ways and places, whether it answers, and the way to ask it now.
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { listMapEngines, type MapEngine } from '@wayfare/contract/places-engines'
import { useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import classes from './map-engines.module.css'

const enginesKey = ['mapEngines']

/** Names that no language changes. */
const names: Readonly<Record<Exclude<MapEngine['engine'], 'embedded' | 'style'>, string>> = {
  osrm: 'OSRM',
  valhalla: 'Valhalla',
  photon: 'Photon',
  nominatim: 'Nominatim',
  pelias: 'Pelias',
  google: 'Google',
}

const NameOf = ({ engine }: Pick<MapEngine, 'engine'>) => {
  const t = useT()
  if (engine === 'embedded') return t('engine_embedded')
  return engine === 'style' ? t('engine_style') : names[engine]
}

const State = ({ isReachable }: Pick<MapEngine, 'isReachable'>) => {
  const t = useT()
  if (isReachable === null)
    return (
      <StateBadge color="gray" icon={IconClock}>
        {t('engine_unknown')}
      </StateBadge>
    )
  return (
    <StateBadge color={isReachable ? 'primary' : 'danger'} icon={isReachable ? IconCircleCheck : IconAlertTriangle}>
      {t(isReachable ? 'engine_answers' : 'engine_fails')}
    </StateBadge>
  )
}

/** What happens if it fails, or while it does. */
const otherwiseOf = (fallsBack: boolean, isDown: boolean) => {
  if (fallsBack) return isDown ? 'engine_falls_back_now' : 'engine_falls_back'
  return isDown ? 'engine_stands_alone_now' : 'engine_stands_alone'
}

const Row = ({ engine: { part, engine, isReachable, lastAnswer, lastError, waitsUntil, fallsBack } }: { engine: MapEngine }) => {
  const t = useT()
  const format = useFormat()
  const isOwn = engine === 'embedded'
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text fw={600}>
          {t(`engine_part_${part}`)}:{' '}
          <bdi>
            <NameOf engine={engine} />
          </bdi>
        </Text>
        <State isReachable={isReachable} />
      </Group>
      {!isOwn && <Text c="dimmed">{t(otherwiseOf(fallsBack, isReachable === false))}</Text>}
      {waitsUntil !== null && <Text>{t('engine_waits', { time: format.time(waitsUntil) })}</Text>}
      {lastAnswer && (
        <Text size="sm" c="dimmed">
          {t('engine_last_answer', { date: format.dateTime(lastAnswer.at), ms: lastAnswer.tookMs })}
        </Text>
      )}
      {lastError && (
        <Text size="sm" c="dimmed">
          {t('engine_last_error', { date: format.dateTime(lastError.at) })} <bdi dir="ltr">{lastError.text}</bdi>
        </Text>
      )}
    </li>
  )
}

const useCheck = () => {
  const client = useQueryClient()
  const [state, setState] = useState<{ isBusy: boolean; cause: unknown }>({ isBusy: false, cause: null })
  const check = async (): Promise<void> => {
    setState({ isBusy: true, cause: null })
    try {
      client.setQueryData(enginesKey, await callEndpoint(listMapEngines, { check: 'true' }))
      setState({ isBusy: false, cause: null })
    } catch (cause) {
      setState({ isBusy: false, cause })
    }
  }
  return { ...state, check }
}

export const MapEnginesCard = () => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error, reload } = useRead(enginesKey, listMapEngines, {}, { staleTime: 0, refetchInterval: 15_000 })
  const { isBusy, cause, check } = useCheck()
  const isOutside = data?.engines.some(({ engine }) => engine !== 'embedded')
  return (
    <section className={classes.card} aria-labelledby="map-engines">
      <Group justify="space-between" align="start">
        <div className={classes.head}>
          <Title order={2} size="h4" id="map-engines">
            {t('engines_title')}
          </Title>
          <Text c="dimmed">{t('engines_intro')}</Text>
        </div>
        {isOutside && (
          <Button variant="default" size="md" loading={isBusy} onClick={() => void check()}>
            {t('engines_check')}
          </Button>
        )}
      </Group>
      {Boolean(cause) && <Text role="alert">{problemText(cause)}</Text>}
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={96} mt="md" />}
      {data && (
        <ul className={classes.rows} aria-live="polite">
          {data.engines.map((engine) => (
            <Row key={engine.part} engine={engine} />
          ))}
        </ul>
      )}
    </section>
  )
}
