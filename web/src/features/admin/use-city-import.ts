// What is typed for a new city, and the way from it to a city that is being built.
import { importCity } from '@wayfare/contract/cities'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useCityUpload } from './use-city-upload.ts'

export type CityForm = {
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
}

type Bbox = [west: number, south: number, east: number, north: number]

/** Four numbers in degrees as map pages write them; null when they are none. @internal */
export const readBbox = (text: string): Bbox | null => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts.map(Number)
  const isBox = west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east && south < north
  return parts.length === 4 && isBox ? [west, south, east, north] : null
}

type Problems = Partial<Record<keyof CityForm, string>>

const findProblems = (form: CityForm, t: (key: string) => string): Problems => {
  if (form.from === 'upload' && form.file === null) return { file: t('city_file_missing') }
  if (form.from === 'server' && form.onServer === null) return { onServer: t('city_file_missing') }
  return form.bbox.trim() !== '' && readBbox(form.bbox) === null ? { bbox: t('city_bbox_wrong') } : {}
}

export const useCityImport = () => {
  const t = useT()
  const [form, setForm] = useState(empty)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const upload = useCityUpload()
  const start = useWrite(importCity, { stale: [queryKeys.cities] })
  const build = async () => {
    const source = form.file && form.from === 'upload' ? { upload: await upload.send(form.file) } : { file: form.onServer }
    const [given] = Object.values(source)
    if (typeof given !== 'string') return
    const { country, timeZone, usesTaxiLanes } = form
    const options = { name: form.name.trim() || null, bbox: readBbox(form.bbox), country, timeZone, usesTaxiLanes }
    await start.send({ ...('upload' in source ? { upload: given } : { file: given }), ...options })
    setForm(empty)
  }
  const send = async () => {
    const found = findProblems(form, t)
    setProblems(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await build()
    } catch (cause) {
      setFailure(cause)
    } finally {
      setBusy(false)
    }
  }
  const set = (part: Partial<CityForm>) => {
    setForm((now) => ({ ...now, ...part }))
    setProblems({})
  }
  return { form, set, problems, upload, busy, failure, forget: () => setFailure(null), send }
}
