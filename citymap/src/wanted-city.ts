// How a command beside a running server asks it for another city: the command writes `wanted`, the server takes it, decides, and writes
// `answer`. Only the server knows whether a trip is on; the file `current` is what it serves.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getDatasetDir, getMapsDir, readActiveCity, readManifest, replaceFile, writeCurrent, type Manifest } from './dataset.ts'

/** `problem` says why not, in a sentence for the operator; null: it is served. `working`: the server has taken the question. */
export type WantedAnswer = { dataset: string; state: 'working' | 'done'; problem: string | null }

const pathOf = (dataDir: string, name: 'wanted' | 'answer'): string => join(getMapsDir(dataDir), name)

/** Asks for a dataset that is there; a question before it that nobody took is forgotten. */
export const askForCity = (dataDir: string, dataset: string): void => {
  rmSync(pathOf(dataDir, 'answer'), { force: true })
  replaceFile(pathOf(dataDir, 'wanted'), `${dataset}\n`)
}

/** The city that the next start serves, as far as nothing stands against it: the one that is asked for, else the active one. */
export const readNextCity = (dataDir: string): Manifest | null => {
  const path = pathOf(dataDir, 'wanted')
  const wanted = existsSync(path) ? readManifest(getDatasetDir(dataDir, readFileSync(path, 'utf8').trim())) : null
  return wanted ?? readActiveCity(dataDir)
}

/** Takes the question, so that of several servers one answers it; null when nobody asks. */
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

/** What the server says to the last question; null before it has taken it. */
export const readWantedAnswer = (dataDir: string): WantedAnswer | null => {
  try {
    return JSON.parse(readFileSync(pathOf(dataDir, 'answer'), 'utf8')) as WantedAnswer
  } catch {
    return null
  }
}

/** Serves the city that is asked for, where no server has to decide: none runs, and no trip is left that it could stand against. */
export const activateWantedCity = (dataDir: string): void => {
  const dataset = takeWantedCity(dataDir)
  if (dataset === null) return
  const isThere = readManifest(getDatasetDir(dataDir, dataset)) !== null
  if (isThere) writeCurrent(dataDir, dataset)
  answerWantedCity(dataDir, { dataset, state: 'done', problem: isThere ? null : `there is no dataset ${dataset}` })
}
