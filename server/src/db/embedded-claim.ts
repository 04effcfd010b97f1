// Promise: one data folder serves one living server. A server that crashed leaves no claim that could stop the next.
import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findProcess } from './embedded-process.ts'
import { fileTroubles, getErrorCode, makeStartError } from '../process.ts'

const claimShape = z.object({ pid: z.number(), startedAt: z.string() })

type DataDirClaim = { release: () => void }

const reasons: Record<string, string> = { ...fileTroubles, ENOTDIR: 'it is not a folder', EEXIST: 'it is not a folder' }

/** Makes the data folder and proves that it can be written to; throws one clear sentence otherwise. */
export const prepareDataDir = (dataDir: string): string => {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (error) {
    const reason = reasons[getErrorCode(error)] ?? (error instanceof Error ? error.message : String(error))
    throw makeStartError(
      `Wayfare cannot use its data folder ${dataDir}: ${reason}. Make it writable or set WAYFARE_DATA to another folder.`,
      error,
    )
  }
}

const readClaim = (path: string): { text: string; alive: number | null } | null => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  }
  try {
    const claim = claimShape.parse(JSON.parse(text))
    return { text, alive: findProcess(claim.pid)?.startedAt === claim.startedAt ? claim.pid : null }
  } catch {
    return { text, alive: null }
  }
}

const refuse = (dataDir: string, pid: number): never => {
  throw makeStartError(
    `Another Wayfare server (process ${pid}) is using the data folder ${dataDir}. Stop it first, or set WAYFARE_DATA to another folder.`,
  )
}

/** Takes a stale claim out of the way. Renamed before it is judged again, so that a claim that a third server made meanwhile is put back. */
const clearStale = (dataDir: string, path: string): void => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return
    throw error
  }
  const holder = readClaim(aside)?.alive
  if (holder) linkSync(aside, path)
  rmSync(aside)
  if (holder) refuse(dataDir, holder)
}

/** Claims the data folder for this process; throws one clear sentence when another living server has it or it cannot be written. */
export const claimDataDir = (dataDir: string): DataDirClaim => {
  const realDir = prepareDataDir(dataDir)
  const path = join(realDir, 'server.lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: findProcess(process.pid)?.startedAt ?? '' })
  const draft = `${path}.new-${process.pid}`
  writeFileSync(draft, mine)
  try {
    for (;;) {
      try {
        linkSync(draft, path)
        break
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') throw error
      }
      const held = readClaim(path)
      if (held?.alive) refuse(dataDir, held.alive)
      if (held) clearStale(dataDir, path)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const release = (): void => {
    if (readClaim(path)?.text === mine) rmSync(path, { force: true })
  }
  return { release }
}
