// The ways that lead there, when there are several: choosing one shows it on the map.
import { Radio, Stack, Text } from '@mantine/core'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { useWays } from './use-ways.ts'

export const WayChoice = ({ ways, shown, show }: ReturnType<typeof useWays>) => {
  const t = useT()
  const format = useFormat()
  if (ways.length < 2) return null
  const isKnown = ways.some(({ polyline }) => polyline === shown)
  return (
    <Radio.Group
      label={t('desk_ways')}
      description={t('desk_ways_note')}
      value={isKnown ? shown : (ways[0]?.polyline ?? '')}
      onChange={show}
    >
      <Stack gap="xs" mt="xs">
        {ways.map(({ polyline, via, distanceM, durationS }, i) => (
          <Radio
            key={polyline}
            value={polyline}
            label={<bdi>{via === '' ? t('desk_way_unnamed') : t('desk_way_via', { street: via })}</bdi>}
            description={
              <Text span inherit>
                {format.duration(durationS)} · {format.distance(distanceM)}
                {i === 0 && <> · {t('desk_way_quickest')}</>}
              </Text>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
