// How a command asks a running server to switch cities: the command writes the file `wanted`; the server takes it, decides, and
// writes `answer`. Only the server knows whether there are trips; the file `current` names the city it serves.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getDatasetDir, getMapsDir, readActiveCity, readManifest, replaceFile, writeCurrent, type Manifest } from './dataset.ts'

/** `problem`: why it was refused, in a sentence for the operator; null if it is served. `working`: the server is deciding. */
export type WantedAnswer = { dataset: string; state: 'working' | 'done'; problem: string | null }

const pathOf = (dataDir: string, name: 'wanted' | 'answer'): string => join(getMapsDir(dataDir), name)

/** Asks for an existing dataset; replaces an earlier request that nobody took. */
export const askForCity = (dataDir: string, dataset: string): void => {
  rmSync(pathOf(dataDir, 'answer'), { force: true })
  replaceFile(pathOf(dataDir, 'wanted'), `${dataset}\n`)
}

/** The city that the next start serves unless something prevents it: the requested one, else the active one. */
export const readNextCity = (dataDir: string): Manifest | null => {
  const path = pathOf(dataDir, 'wanted')
  const wanted = existsSync(path) ? readManifest(getDatasetDir(dataDir, readFileSync(path, 'utf8').trim())) : null
  return wanted ?? readActiveCity(dataDir)
}

/** Takes the request, so that only one of several servers answers it; null if there is none. */
export const takeWantedCity = (dataDir: string): string | null => {
  const path = pathOf(dataDir, 'wanted')
  if (!existsSync(path)) return null
  const mine = `${path}.${process.pid}`
  try {
    renameSync(path, mine)
  } catch {
    return null
  }
  const dataset = readFileSync(mine, 'utf8').trim()
  answerWantedCity(dataDir, { dataset, state: 'working', problem: null })
  rmSync(mine)
  return dataset
}

export const answerWantedCity = (dataDir: string, answer: WantedAnswer): void =>
  replaceFile(pathOf(dataDir, 'answer'), JSON.stringify(answer))

/** The server's answer to the last request; null before it has taken it. */
export const readWantedAnswer = (dataDir: string): WantedAnswer | null => {
  try {
    return JSON.parse(readFileSync(pathOf(dataDir, 'answer'), 'utf8')) as WantedAnswer
  } catch {
    return null
  }
}

/** Serves the requested city without a server's decision: for when none is running and there are no trips to prevent it. */
export const activateWantedCity = (dataDir: string): void => {
  const dataset = takeWantedCity(dataDir)
  if (dataset === null) return
  const isThere = readManifest(getDatasetDir(dataDir, dataset)) !== null
  if (isThere) writeCurrent(dataDir, dataset)
  answerWantedCity(dataDir, { dataset, state: 'done', problem: isThere ? null : `there is no dataset ${dataset}` })
}
