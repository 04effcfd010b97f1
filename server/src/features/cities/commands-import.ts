// From a file to a built city: uploaded in parts, or from a folder that the operator allows, and built beside the served one.
import { basename } from 'node:path'
import type * as contract from '@wayfare/contract/cities'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { Actor } from '@wayfare/core/accounts'
import { isCountry } from '@wayfare/core/countries'
import { Refusal } from '@wayfare/core/errors'
import { isTimeZone } from '@wayfare/core/settings-checks'
import type { CityRequest } from '../../adapters/ports-cities.ts'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { getErrorCode } from '../../process.ts'
import { getCities } from './queries.ts'

type ImportInput = ParsedInputOf<typeof contract.importCity>

const checkOptions = ({ country, timeZone }: ImportInput): void => {
  if (country !== null && !isCountry(country)) throw new Refusal('proper_country', { fields: { country: 'proper_country' } })
  if (timeZone !== null && !isTimeZone(timeZone))
    throw new Refusal('proper_time_zone', { fields: { timeZone: 'proper_time_zone' } })
}

/** A file by its name, or a complete upload. */
const findFile = (deps: Deps, { file, upload }: ImportInput): Pick<CityRequest, 'path' | 'label' | 'isUpload'> => {
  const cities = getCities(deps)
  const uploaded = upload === undefined ? null : cities.uploads.find(upload)
  if (uploaded) return { path: uploaded.path, label: uploaded.name, isUpload: true }
  const path = file === undefined ? null : cities.files.find(file)
  if (path === null) throw new Refusal('not_found')
  return { path, label: basename(path), isUpload: false }
}

type Begun = { build: ReturnType<ReturnType<typeof getCities>['build']> }

const begin = (deps: Deps, actor: Actor, input: ImportInput, begun: Begun) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    checkOptions(input)
    const cities = getCities(deps)
    if (cities.work().now) throw new Refusal('city_busy')
    const file = findFile(deps, input)
    const { bbox, name, country, timeZone, usesTaxiLanes, speeds } = input
    const options = { name, country, timeZone, usesTaxiLanes, speeds }
    const after = { file: file.label, ...options, bbox: bbox?.join(', ') ?? null }
    await recordAudit(tx, actor, { action: 'cities.import', object: { kind: 'city', id: file.label }, after })
    const bounds = bbox && { west: bbox[0], south: bbox[1], east: bbox[2], north: bbox[3] }
    begun.build = cities.build({ ...file, ...options, bounds })
    if (!begun.build) throw new Refusal('city_busy')
    const { now } = cities.work()
    if (!now) throw new Refusal('city_busy')
    return { work: now }
  })

/** Starts the build without waiting for its end. Nothing is built that could not be recorded in the audit log. */
export const importCity = async (deps: Deps, actor: Actor, input: ImportInput) => {
  const begun: Begun = { build: null }
  try {
    return await begin(deps, actor, input, begun)
  } catch (error) {
    if (begun.build) getCities(deps).cancel()
    throw error
  }
}

export const cancelCity = (deps: Deps, actor: Actor) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const cities = getCities(deps)
    const { now } = cities.work()
    if (now) await recordAudit(tx, actor, { action: 'cities.cancel', object: { kind: 'city', id: now.file } })
    cities.cancel()
    cities.uploads.drop()
    return { done: true as const }
  })

export const beginUpload = async (deps: Deps, { name, bytes }: ParsedInputOf<typeof contract.beginCityUpload>) => {
  checkUnlocked(deps)
  const upload = getCities(deps).uploads.begin(name, bytes)
  if (upload === null) throw new Refusal('city_disk_full')
  return { upload }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export const addPart = async (
  deps: Deps,
  { upload, offset }: ParsedInputOf<typeof contract.addCityPart>,
  bytes: Buffer,
): Promise<{ received: number }> => {
  checkUnlocked(deps)
  const { uploads } = getCities(deps)
  try {
    const received = uploads.add(upload, offset, bytes)
    if (received === null) throw new Refusal('not_found')
    return { received }
  } catch (error) {
    if (!full.has(getErrorCode(error))) throw error
    uploads.drop()
    throw new Refusal('city_disk_full')
  }
}
