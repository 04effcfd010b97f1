// Runs inside the map's thread: prepares the city, then answers messages. The thread itself is `worker.ts`.
import { join } from 'node:path'
import { type CityErrorCode, isCityError } from './city-error.ts'
import { readDefaultBrief } from './city-source.ts'
import { findDamage, getDatasetDir, isDemoCity, getMapsDir, readCurrent, readManifest, type Manifest } from './dataset.ts'
import { importCity } from './import-city.ts'
import { openCity, type OpenCity } from './open-city.ts'
import type { LatLng } from '@wayfare/core/geo'
import type { Address } from './reverse.ts'
import { packTrip, unpackQuestion, type PackedQuestion, type PackedTrip } from './match-packed.ts'
import type { Matrix, MatrixQuestion } from './matrix.ts'
import type { NamedWay, Route, RouteOptions } from './router.ts'
import type { FoundPlace, KnownPlace, PlaceQuestion } from './search.ts'
import type { Snap } from './snap.ts'
import type { CarPlace } from './start-place.ts'

/** All operations, with the shapes of question and answer. */
export type Operations = {
  route: { question: { points: readonly CarPlace[]; options?: RouteOptions }; answer: Route }
  ways: { question: { from: LatLng; to: LatLng }; answer: NamedWay[] }
  matrix: { question: MatrixQuestion; answer: Matrix }
  match: { question: PackedQuestion; answer: PackedTrip }
  snap: { question: LatLng; answer: Snap }
  reverse: { question: LatLng; answer: Address }
  search: { question: PlaceQuestion; answer: FoundPlace[] }
  findPlace: { question: string; answer: KnownPlace | null }
}
export type Operation = keyof Operations

export type Question = { id: number } & { [O in Operation]: { op: O; question: Operations[O]['question'] } }[Operation]

export type Message =
  | { type: 'progress'; stage: string; fraction: number }
  | { type: 'log'; line: string }
  | { type: 'ready'; manifest: Manifest; tilesPath: string }
  | { type: 'failed'; error: string }
  | { type: 'answer'; id: number; value: Operations[Operation]['answer'] }
  | { type: 'refusal'; id: number; code: CityErrorCode; error: string }

/** `dataset`: open only this one. */
export type CityPlace = { dataDir: string; dataset?: string | undefined }

type PostMessage = (message: Message) => void
type Engine = { start: () => void; ask: (question: Question) => void }

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const openWhole = (dataDir: string, dataset: string): OpenCity => {
  const dir = getDatasetDir(dataDir, dataset)
  const manifest = readManifest(dir)
  if (!manifest) throw new Error(`there is no dataset ${dataset} of this version: import it again`)
  const damaged = findDamage(dir, manifest)
  if (damaged !== null) throw new Error(`${damaged} of ${dataset} is missing or damaged: import it again`)
  return openCity(dir)
}

/**
 * Opens the active dataset if the operator chose one, else the default city, importing it if necessary. The default city is
 * compared with its source at each start, so that a new release or a damaged file leads to a rebuild.
 */
const prepare = (place: CityPlace, post: PostMessage): OpenCity => {
  const { dataDir } = place
  if (place.dataset !== undefined) return openWhole(dataDir, place.dataset)
  const log = (line: string): void => post({ type: 'log', line })
  const current = readCurrent(dataDir)
  const chosen = current === null ? null : readManifest(join(getMapsDir(dataDir), current))
  const isOwn = !isDemoCity(current)
  if (current !== null && isOwn && chosen && findDamage(getDatasetDir(dataDir, current), chosen) === null)
    return openCity(getDatasetDir(dataDir, current))
  const brief = readDefaultBrief(log)
  if (isOwn) log(`The active map ${current} is missing or damaged: using ${brief.dataset} until it is imported again`)
  const onProgress = (stage: string, fraction: number): void => post({ type: 'progress', stage, fraction: fraction * 0.97 })
  const manifest = importCity({ dataDir, brief, onProgress, activate: !isOwn })
  post({ type: 'progress', stage: 'opening', fraction: 0.97 })
  return openCity(getDatasetDir(dataDir, manifest.dataset))
}

const answerOf = (city: OpenCity, asked: Question): Operations[Operation]['answer'] => {
  switch (asked.op) {
    case 'route':
      return city.route(asked.question.points, asked.question.options)
    case 'ways':
      return city.ways(asked.question.from, asked.question.to)
    case 'matrix':
      return city.matrix(asked.question)
    case 'match':
      return packTrip(city.match(unpackQuestion(asked.question)))
    case 'snap':
      return city.snap(asked.question)
    case 'reverse':
      return city.reverse(asked.question)
    case 'search':
      return city.search(asked.question)
    case 'findPlace':
      return city.findPlace(asked.question)
  }
}

/** An engine that reports everything through `post`. Questions before `start` has finished are refused as UNAVAILABLE. */
export const makeEngine = (place: CityPlace, post: PostMessage): Engine => {
  let city: OpenCity | null = null
  return {
    start: () => {
      try {
        city = prepare(place, post)
        post({ type: 'ready', manifest: city.manifest, tilesPath: city.tilesPath })
      } catch (error) {
        post({ type: 'failed', error: textOf(error) })
      }
    },
    ask: (asked) => {
      try {
        if (!city) post({ type: 'refusal', id: asked.id, code: 'UNAVAILABLE', error: 'the map is not ready' })
        else post({ type: 'answer', id: asked.id, value: answerOf(city, asked) })
      } catch (error) {
        // A bug must not look like a missing road: it is reported as UNAVAILABLE, and its text goes to the log.
        const code = isCityError(error) ? error.code : 'UNAVAILABLE'
        if (!isCityError(error))
          post({ type: 'log', line: `The map failed at ${asked.op}: ${error instanceof Error ? error.stack : textOf(error)}` })
        post({ type: 'refusal', id: asked.id, code, error: textOf(error) })
      }
    },
  }
}
