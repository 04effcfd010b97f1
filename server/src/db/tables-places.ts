// The places that people search for by name.
import type { OperatorPlaceKind } from '@wayfare/core/place-words'
import type { Generated } from 'kysely'
import type { ListColumn, Timestamp } from './columns.ts'

export type PlaceTables = {
  place: {
    id: string
    dataset: string
    kind: string
    name: string
    secondary: Generated<string>
    folded: string
    words: Generated<string>
    street: string | null
    number: number | null
    lat: number
    lng: number
    weight: Generated<number>
  }
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
}
