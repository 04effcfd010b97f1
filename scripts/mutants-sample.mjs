// Draws a sample of faults (one in N, always the same ones, independent of location) and summarises the results.
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { root } from './ensure.mjs'

export const isDrawn = (id, oneIn) => createHash('sha256').update(`fault ${id}`).digest().readUInt32BE() % oneIn === 0

const noticed = ['Killed', 'Timeout']
const unnoticed = ['Survived', 'NoCoverage']

const lineOf = ({ fileName, location, replacement, status }) => {
  const place = `${relative(root, fileName)}:${location.start.line}`
  const text = (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
  return `${place} ${status === 'NoCoverage' ? 'not reached' : 'survived'}: ${text === '' ? '(nothing)' : text}`
}

/** Returns a line for each undetected fault, a summary line, and whether the share detected suffices. */
export const sumUp = (all, least, oneIn = 1) => {
  const results = all.filter(({ id }) => isDrawn(id, oneIn))
  const killed = results.filter(({ status }) => noticed.includes(status)).length
  const left = results.filter(({ status }) => unnoticed.includes(status))
  const counted = killed + left.length
  const share = counted === 0 ? 0 : (killed / counted) * 100
  const lines = left.toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line)
  const line = `${killed} of ${counted} faults noticed: ${share.toFixed(1)} % (at least ${least} %)`
  return { lines: lines.map(lineOf), line, isGood: share >= least }
}
