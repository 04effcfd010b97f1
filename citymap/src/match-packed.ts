// Packs positions, marks and lines into arrays of numbers for messages to the map's thread, since copying thousands of objects
// takes longer than matching them.
import type { LatLng } from '@wayfare/core/geo'
import type { MatchedStretch, MatchedTrip, MatchMark, MatchQuestion } from './match.ts'
import type { MatchFix } from './match-places.ts'

export type PackedQuestion = { trip: string | null; stretches: Float64Array[] }
export type PackedTrip = {
  stretches: { marks: Float64Array; line: Float64Array }[]
  gaps: ({ metres: number; seconds: number; line: Float64Array } | null)[]
}

const pack = <T>(rows: readonly T[], width: number, list: (row: T) => readonly number[]): Float64Array => {
  const packed = new Float64Array(rows.length * width)
  rows.forEach((row, i) => packed.set(list(row), i * width))
  return packed
}

const unpack = <T>(packed: Float64Array, width: number, read: (at: (column: number) => number) => T): T[] =>
  Array.from({ length: packed.length / width }, (_, i) => read((column) => packed[i * width + column] ?? Number.NaN))

/** NaN stands for a value that the device did not report. */
const readSaid = (value: number): number | null => (Number.isNaN(value) ? null : value)

const packLine = (line: readonly LatLng[]): Float64Array => pack(line, 2, ({ lat, lng }) => [lat, lng])
const unpackLine = (packed: Float64Array): LatLng[] => unpack(packed, 2, (at) => ({ lat: at(0), lng: at(1) }))

export const packQuestion = ({ trip, stretches }: MatchQuestion): PackedQuestion => ({
  trip,
  stretches: stretches.map((fixes) =>
    pack(fixes, 6, ({ lat, lng, at, accuracyM, heading, speed }) => [
      lat,
      lng,
      at,
      ...[accuracyM, heading, speed].map((said) => said ?? Number.NaN),
    ]),
  ),
})

export const unpackQuestion = ({ trip, stretches }: PackedQuestion): MatchQuestion => ({
  trip,
  stretches: stretches.map((packed) =>
    unpack(packed, 6, (at): MatchFix => ({
      lat: at(0),
      lng: at(1),
      at: at(2),
      accuracyM: readSaid(at(3)),
      heading: readSaid(at(4)),
      speed: readSaid(at(5)),
    })),
  ),
})

const packStretch = ({ marks, line }: MatchedStretch) => ({
  marks: pack(marks, 3, ({ at, metres, onRoad }) => [at, metres, Number(onRoad)]),
  line: packLine(line),
})

const unpackStretch = ({ marks, line }: PackedTrip['stretches'][number]): MatchedStretch => ({
  marks: unpack(marks, 3, (at): MatchMark => ({ at: at(0), metres: at(1), onRoad: at(2) === 1 })),
  line: unpackLine(line),
})

export const packTrip = ({ stretches, gaps }: MatchedTrip): PackedTrip => ({
  stretches: stretches.map(packStretch),
  gaps: gaps.map((gap) => gap && { ...gap, line: packLine(gap.line) }),
})

export const unpackTrip = ({ stretches, gaps }: PackedTrip): MatchedTrip => ({
  stretches: stretches.map(unpackStretch),
  gaps: gaps.map((gap) => gap && { ...gap, line: unpackLine(gap.line) }),
})
