// The cities on this machine's disk: how one is built, and how one takes the place of another.
import type { CityFacts, CityOptions, CityOutcome, CityShelf, CityWork } from '@wayfare/contract/cities'
import type { Bounds, LatLng } from '@wayfare/core/geo'

/** A built city beside the one that is served, opened to take its place. */
export type OpenedCity = {
  facts: CityFacts
  /** those of the points that no road of it is near, by their index */
  findOutside: (points: readonly LatLng[]) => Promise<number[]>
  /** from now on it answers, and is the active one, as of this version of what all processes serve; returns what takes that back */
  serve: (version: number) => () => void
  /** lets go of the one that was served before, once that has answered what it was asked */
  settle: () => void
  /** not this one, after all */
  close: () => Promise<void>
}

/** How far this process is with the city that all processes on its database serve. */
export type Followed = {
  /** up to which switch it has followed; null: it has not looked yet, or there was none */
  version: number | null
  /** the city that it should serve and cannot; null: it can */
  missing: string | null
}

/** What is asked of an import; null: as the file and the place of the map say. */
export type CityRequest = Omit<CityOptions, 'bbox'> & {
  path: string
  bounds: Bounds | null
  /** what the file is called on the page */
  label: string
  /** the file is ours and goes when it is read */
  isUpload: boolean
}

/** The cities built on this machine's disk, and the way from a file to a city that is served. */
export type Cities = {
  list: () => CityShelf
  /** null: another one is being opened. Throws an Outage that says why it cannot be served. */
  open: (dataset: string) => Promise<OpenedCity | null>
  /** false: it is not there, or must stay */
  remove: (dataset: string) => boolean
  /** null: one is being built. Resolves when it is built, or not. */
  build: (request: CityRequest) => { done: Promise<CityOutcome> } | null
  work: () => { now: CityWork | null; last: CityOutcome | null }
  cancel: () => boolean
  uploads: CityUploads
  /** what lies in the folders that the operator allows; null: he allows none */
  files: { list: () => { file: string; bytes: number }[] | null; find: (file: string) => string | null }
  /** the dataset that a command beside the server asks for; null: none does */
  takeWanted: () => string | null
  answerWanted: (dataset: string, problem: string | null) => void
  followed: () => Followed
  /** an earlier version than the one that it has followed to changes nothing */
  noteFollowed: (followed: Followed) => void
}

/** Files on their way here, part after part; one at a time. */
export type CityUploads = {
  /** null: the disk has no room for it */
  begin: (name: string, bytes: number) => string | null
  /** how much has come; null: there is no such file. Throws an Error with code ENOSPC when the disk is full. */
  add: (id: string, offset: number, part: Buffer) => number | null
  /** the whole file; null: it is not whole, or not there */
  find: (id: string) => { path: string; name: string } | null
  drop: () => void
}
