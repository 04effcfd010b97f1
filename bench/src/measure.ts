// How things are measured: contenders take turns, round by round, so that a busy minute of the machine hits all of them alike.
import { performance } from 'node:perf_hooks'

/** What one round gave, by measure: a rate or a time. */
export type Sample = Readonly<Record<string, number>>

export type Contender = { name: string; round: () => Sample | Promise<Sample> }

type RoundOptions = { of: (name: string) => readonly Sample[] }

/** `speed`: more is better. `time`: less is better. */
type FigureKind = 'speed' | 'time'

/** One line of the table. `ratio` says how many times as good as the peer we are: above 1 we win. Without a peer there is none. */
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
  /** it hangs on the size of the processor's caches, and is held against runs on the same processor alone */
  isOfCaches?: boolean
  /** below the one or above the other the run fails, whatever the baseline says */
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

/** The value below which `share` (0..1) of the values lie. */
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
 * How often a second the work runs, by the median of many short stretches: those in which the system gave the processor to
 * others fall away. The work is told the number of the call.
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

/** The figures together must stay below four minutes, also on a machine that is busy with other things. */
const roundsWithinMs = 15_000
const fewestRounds = 3

/** Lets all contenders run once to warm up, then so many rounds (fewer when time runs out), each in the other order. */
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
 * Asks each the same questions, in rounds that take turns. A question counts with its fastest round, so that the tail is that
 * of hard questions and not that of a busy machine.
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

/** The lines for the middle and the tail of what `interleaveQuestions` found; the tail is shown and not kept, for it moves by half. */
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
  /** what the table calls the line, unless it is the measure */
  title?: string
  isOfCaches?: boolean
}

/** The median over the rounds. The ratio is the median of each round's own ratio: neighbours in time shared the same machine. */
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

/** A linear congruential generator: the same questions each run. The answer lies in [0, 1). */
export const makeDice = (seed: number): (() => number) => {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
