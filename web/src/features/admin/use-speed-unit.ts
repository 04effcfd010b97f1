// Speeds as the operator reads them: kilometres or miles an hour, by the unit of distances.
import { KM_PER_MILE, kmToMiles } from '@wayfare/core/geo'
import { LEAST_KMH, MOST_KMH, roadClasses, type OwnSpeeds } from '@wayfare/core/road-speeds'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'

type SpeedUnit = {
  /** as it stands behind a number */
  name: string
  digits: number
  least: number
  most: number
  fromKmh: (kmh: number) => number
  toKmh: (speed: number) => number
}

/** To one digit after the point, as the server keeps it. */
const roundKmh = (kmh: number): number => Math.round(kmh * 10) / 10

export const useSpeedUnit = (): SpeedUnit => {
  const t = useT()
  const inMiles = useSettings().data?.convertToMile ?? false
  if (!inMiles)
    return { name: t('unit_kmh'), digits: 1, least: LEAST_KMH, most: MOST_KMH, fromKmh: (kmh) => kmh, toKmh: roundKmh }
  return {
    name: t('unit_mph'),
    digits: 0,
    least: Math.ceil(kmToMiles(LEAST_KMH)),
    most: Math.floor(kmToMiles(MOST_KMH)),
    fromKmh: (kmh) => Math.round(kmToMiles(kmh)),
    toKmh: (mph) => roundKmh(mph * KM_PER_MILE),
  }
}

/** A city's own speeds as a sentence tells them; empty where it has none. */
export const useOwnSpeeds = (speeds: OwnSpeeds): string => {
  const t = useT()
  const format = useFormat()
  const unit = useSpeedUnit()
  return roadClasses
    .flatMap((name) => {
      const kmh = speeds[name]
      return kmh === undefined ? [] : [`${t(`road_${name}`)} ${format.number(unit.fromKmh(kmh))} ${unit.name}`]
    })
    .join(' · ')
}
