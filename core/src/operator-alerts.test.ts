import { expect, it } from 'vitest'
import { watchSystem, type AlertMemory } from './operator-alerts.ts'
import type { SystemCheck } from './system.ts'

const bad: SystemCheck = { name: 'disk', state: 'warning', trouble: 'disk_low' }
const well: SystemCheck = { name: 'disk', state: 'ok', trouble: null }
const unknown: SystemCheck = { name: 'disk', state: 'unknown', trouble: null }
const start = Date.UTC(2026, 10, 23)

/** Runs the check with its state at these seconds, and returns what was reported when. */
const play = (...looks: (readonly [seconds: number, check: SystemCheck])[]) => {
  let memory: AlertMemory = {}
  return looks.flatMap(([seconds, check]) => {
    const watched = watchSystem(memory, [check], start + seconds * 1000)
    memory = watched.memory
    return watched.alerts.map(({ trouble, since, until }) => ({
      at: seconds,
      trouble,
      since: (since - start) / 1000,
      until: until === null ? null : (until - start) / 1000,
    }))
  })
}

it('tells of a trouble once when it has lasted a minute, and once when it has been over for one', () => {
  const told = play(
    [0, well],
    [10, bad],
    [69, bad],
    [70, bad],
    [80, bad],
    [900, bad],
    [910, well],
    [969, well],
    [970, well],
    [980, well],
  )
  expect(told).toEqual([
    { at: 70, trouble: 'disk_low', since: 10, until: null },
    { at: 970, trouble: 'disk_low', since: 10, until: 910 },
  ])
})

it('says nothing of what is over within a minute, or was told of and came back within one', () => {
  expect(play([0, bad], [50, well], [70, bad], [120, well], [300, well])).toEqual([])
  expect(play([0, bad], [60, bad], [70, well], [100, bad], [200, bad])).toHaveLength(1)
})

it('tells of a check that comes and goes at most once an hour', () => {
  const round = (from: number) =>
    [
      [from, bad],
      [from + 60, bad],
      [from + 120, well],
      [from + 180, well],
    ] as const
  const begun = (told: ReturnType<typeof play>) => told.filter(({ until }) => until === null).map(({ at }) => at)
  expect(begun(play(...round(0), ...round(600), ...round(1200), ...round(3600)))).toEqual([60, 3660])
  expect(begun(play(...round(0), [600, bad], [700, bad], [3659, bad], [3660, bad], [3700, bad]))).toEqual([60, 3660])
})

it('takes what is not known for neither well nor over', () => {
  expect(play([0, bad], [60, bad], [70, unknown], [500, unknown], [510, bad], [600, bad])).toHaveLength(1)
  expect(play([0, bad], [30, unknown], [90, bad])).toEqual([{ at: 90, trouble: 'disk_low', since: 0, until: null }])
})

it('counts a trouble that grows worse from its beginning', () => {
  const worse: SystemCheck = { ...bad, state: 'failing', trouble: 'disk_full' }
  expect(play([0, bad], [50, worse], [60, worse])).toEqual([{ at: 60, trouble: 'disk_full', since: 0, until: null }])
})

it('does not tell of a trouble that grows worse again, and nobody of a backup that was never made', () => {
  expect(play([0, bad], [60, bad], [70, { ...bad, state: 'failing', trouble: 'disk_full' }], [200, bad])).toHaveLength(1)
  const none: SystemCheck = { name: 'backup', state: 'warning', trouble: 'backup_none' }
  expect(play([0, none], [100, none])).toEqual([])
})
