// What is typed for a new city, and the way from it to a city that is being built.
import { importCity, mostCityBytes } from '@wayfare/contract/cities'
import { roadClasses, roadSpeeds, type OwnSpeeds, type RoadClass } from '@wayfare/core/road-speeds'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useForm, type Problems } from '../../ui/use-form.ts'
import { useCityUpload } from './use-city-upload.ts'
import { useSpeedUnit } from './use-speed-unit.ts'

type SpeedField = `speed_${RoadClass}`

/** Plain decimals in the operator's unit; empty: as usual. */
type SpeedForm = Record<SpeedField, string>

export const speedFields = roadClasses.map((name): SpeedField => `speed_${name}`)
export const noSpeeds = Object.fromEntries(speedFields.map((field) => [field, ''])) as SpeedForm

export type CityForm = SpeedForm & {
  from: 'upload' | 'server'
  file: File | null
  onServer: string | null
  name: string
  bbox: string
  country: string | null
  timeZone: string | null
  usesTaxiLanes: boolean
}

const empty: CityForm = {
  from: 'upload',
  file: null,
  onServer: null,
  name: '',
  bbox: '',
  country: null,
  timeZone: null,
  usesTaxiLanes: false,
  ...noSpeeds,
}

type Bbox = [west: number, south: number, east: number, north: number]

/** Four numbers in degrees as map pages write them; null when they are none. @internal */
export const readBbox = (text: string): Bbox | null => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts.map(Number)
  const isBox = west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east && south < north
  return parts.length === 4 && isBox ? [west, south, east, north] : null
}

type Unit = ReturnType<typeof useSpeedUnit>

/** Those that are not as usual anyway. */
const readSpeeds = (draft: CityForm, unit: Unit): OwnSpeeds =>
  Object.fromEntries(
    roadClasses.flatMap((name) => {
      const typed = draft[`speed_${name}`]
      const kmh = unit.toKmh(Number(typed))
      return typed === '' || kmh === roadSpeeds[name] ? [] : [[name, kmh]]
    }),
  )

const findWrongSpeeds = (draft: CityForm, { least, most }: Unit): SpeedField[] =>
  speedFields.filter((field) => draft[field] !== '' && (Number(draft[field]) < least || Number(draft[field]) > most))

const findFileFault = (file: File | null): string | null => {
  if (file === null) return 'city_file_missing'
  // left behind by an interrupted download
  if (file.size === 0) return 'city_problem_damaged'
  return file.size > mostCityBytes ? 'too_large' : null
}

type Wanted = Pick<CityForm, 'from' | 'file' | 'onServer' | 'bbox'>

/** @internal */
export const findProblems = ({ from, file, onServer, bbox }: Wanted): Problems<CityForm> => {
  const fault = from === 'upload' ? findFileFault(file) : null
  if (fault !== null) return { file: fault }
  if (from === 'server' && onServer === null) return { onServer: 'city_file_missing' }
  return bbox.trim() !== '' && readBbox(bbox) === null ? { bbox: 'city_bbox_wrong' } : {}
}

export const useCityImport = () => {
  const t = useT()
  const unit = useSpeedUnit()
  const [failure, setFailure] = useState<unknown>(null)
  const upload = useCityUpload()
  const start = useWrite(importCity, { stale: [queryKeys.cities] })
  const form = useForm(empty, {
    check: (draft) => {
      const wrong = t('city_speed_wrong', { least: unit.least, most: unit.most, unit: unit.name })
      return { ...findProblems(draft), ...Object.fromEntries(findWrongSpeeds(draft, unit).map((field) => [field, wrong])) }
    },
    send: async (draft) => {
      const { from, file, onServer, name, bbox, country, timeZone, usesTaxiLanes } = draft
      setFailure(null)
      const source = file && from === 'upload' ? { upload: await upload.send(file) } : { file: onServer }
      const [given] = Object.values(source)
      if (typeof given !== 'string') return
      const speeds = readSpeeds(draft, unit)
      const options = { name: name.trim() || null, bbox: readBbox(bbox), country, timeZone, usesTaxiLanes, speeds }
      await start.send({ ...('upload' in source ? { upload: given } : { file: given }), ...options })
      form.set(empty)
    },
    tell: setFailure,
  })
  return { form, upload, failure, forget: () => setFailure(null) }
}
