// The measuring method: contenders take turns, round by round, so that a busy minute of the machine affects them all alike.
import { performance } from 'node:perf_hooks'

/** The results of one round by measure: a rate or a time. */
export type Sample = Readonly<Record<string, number>>

export type Contender = { name: string; round: () => Sample | Promise<Sample> }

type RoundOptions = { of: (name: string) => readonly Sample[] }

/** `speed`: more is better. `time`: less is better. */
type FigureKind = 'speed' | 'time'

/** One line of the table. `ratio`: how many times as good as the peer we are (above 1 we win); absent without a peer. */
export type Row = {
  figure: string
  measure: string
  unit: string
  ours: number
  peer: number | null
  peerName: string
  ratio: number | null
  /** whether the baseline keeps the ratio, and the run fails when it falls */
  isKept: boolean
  /** it depends on the size of the processor's caches, and is compared only with runs on the same processor */
  isOfCaches?: boolean
  /** outside these limits the run fails, whatever the baseline says */
  floor?: number
  ceiling?: number
  /** below it the run fails, too */
  leastRatio?: number
}

/** A size in bytes, which the baseline keeps as it is: less is better. */
export type Size = { name: string; bytes: number }

export type Measurement = { rows: readonly Row[]; sizes?: readonly Size[] }

export const computeMedian = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns the value below which `share` (0..1) of the values are. */
export const computeQuantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const computeTails = (times: readonly number[]): Sample => ({
  p50: computeQuantile(times, 0.5),
  p99: computeQuantile(times, 0.99),
})

/** Milliseconds that the work takes. */
const timeWork = (work: () => void): number => {
  const since = performance.now()
  work()
  return performance.now() - since
}

const callsInOne = 1024

/**
 * Measures how often per second the work runs, as the median of many short stretches, so that those in which other processes had
 * the processor do not count. The work gets the number of the call.
 */
export const measureRate = (work: (i: number) => void, forMs = 250): number => {
  const since = performance.now()
  const stretches: number[] = []
  let count = 0
  while (performance.now() - since < forMs) {
    stretches.push(
      timeWork(() => {
        for (let i = 0; i < callsInOne; i++) work(count++)
      }),
    )
  }
  return (callsInOne / computeMedian(stretches)) * 1000
}

/** All figures together must take less than four minutes, even on a busy machine. */
const roundsWithinMs = 15_000
const fewestRounds = 3

/** Runs all contenders once to warm up, then in rounds of alternating order (fewer than asked for if time runs out). */
export const interleaveRuns = async (rounds: number, contenders: readonly Contender[]): Promise<RoundOptions> => {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]))
  for (const { round } of contenders) await round()
  const since = performance.now()
  for (let i = 0; i < rounds && (i < fewestRounds || performance.now() - since < roundsWithinMs); i++) {
    const order = i % 2 === 0 ? contenders : contenders.toReversed()
    for (const { name, round } of order) samples.get(name)?.push(await round())
  }
  return { of: (name) => samples.get(name) ?? [] }
}

type BenchCaller = { name: string; ask: (question: number) => void }

/**
 * Asks each asker the same questions, in alternating rounds. A question counts with its fastest round, so that the tail shows
 * hard questions rather than a busy machine.
 */
export const interleaveQuestions = async (rounds: number, questions: number, askers: readonly BenchCaller[]) => {
  const best = new Map(askers.map(({ name }) => [name, new Float64Array(questions).fill(Number.POSITIVE_INFINITY)]))
  const roundOf =
    ({ name, ask }: BenchCaller) =>
    (): Sample => {
      const times = best.get(name) ?? new Float64Array(questions)
      for (let i = 0; i < questions; i++)
        times[i] = Math.min(
          times[i] ?? 0,
          timeWork(() => ask(i)),
        )
      return {}
    }
  await interleaveRuns(
    rounds,
    askers.map((asker) => ({ name: asker.name, round: roundOf(asker) })),
  )
  return (name: string): Sample => computeTails([...(best.get(name) ?? [])])
}

type Tails = { figure: string; title: string; unit: 'ms' | 'us'; ours: string; peer: string; isOfCaches?: boolean }

/** Makes rows for the median and tail of `interleaveQuestions`; the tail is shown but not kept, since it varies by half. */
export const compareTails = (
  tails: (name: string) => Sample,
  { figure, title, unit, ours, peer, isOfCaches = false }: Tails,
): Row[] =>
  ['p50', 'p99'].map((measure) => {
    const [mine, theirs] = [tails(ours)[measure] ?? Number.NaN, tails(peer)[measure] ?? Number.NaN]
    const scale = unit === 'us' ? 1000 : 1
    const row = { figure, measure: `${title} ${measure}`, unit, ours: mine * scale, peer: theirs * scale }
    return { ...row, peerName: peer, ratio: theirs / mine, isKept: measure === 'p50', isOfCaches }
  })

const computeMedianOf = (rounds: RoundOptions, name: string, measure: string): number =>
  computeMedian(rounds.of(name).map((sample) => sample[measure] ?? Number.NaN))

type Compared = {
  figure: string
  measure: string
  unit: string
  kind: FigureKind
  /** the contender and, if it is another, its measure */
  ours: string
  peer: string | null
  /** the line's title in the table, if it is not the measure */
  title?: string
  isOfCaches?: boolean
}

/** Compares medians over the rounds. The ratio is the median of the ratios of each round, whose conditions were alike. */
export const compareRuns = (
  rounds: RoundOptions,
  { figure, measure, unit, kind, ours, peer, title, isOfCaches = false }: Compared,
): Row => {
  const row = { figure, measure: title ?? measure, unit, ours: computeMedianOf(rounds, ours, measure), peerName: peer ?? '' }
  if (peer === null) return { ...row, peer: null, ratio: null, isKept: false }
  const theirs = rounds.of(peer)
  const ratios = rounds.of(ours).map((sample, i) => {
    const [mine, other] = [sample[measure] ?? Number.NaN, theirs[i]?.[measure] ?? Number.NaN]
    return kind === 'speed' ? mine / other : other / mine
  })
  return { ...row, peer: computeMedianOf(rounds, peer, measure), ratio: computeMedian(ratios), isKept: true, isOfCaches }
}

/** Makes a linear congruential generator, for the same questions in each run. Its values are in [0, 1). */
export const makeDice = (seed: number): (() => number) => {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
