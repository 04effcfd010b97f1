// The places that people search for by name, and the city that they lie in.
import type { OperatorPlaceKind } from '@wayfare/core/place-words'
import type { Generated } from 'kysely'
import type { ListColumn, Timestamp } from './columns.ts'

export type PlaceTables = {
  operatorPlace: {
    id: string
    name: string
    otherNames: ListColumn<string>
    kind: OperatorPlaceKind
    lat: number
    lng: number
    hidden: Generated<boolean>
    /** the place of the map that it stands for, as the search names it */
    mapPlaceId: string | null
    version: Generated<number>
    createdAt: Timestamp
    removedAt: Date | null
  }
  /** One row: the city that all processes serve; each switch counts its version up. */
  servedCity: { id: Generated<boolean>; dataset: string; version: Generated<number>; servedAt: Timestamp }
}
