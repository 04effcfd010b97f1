// The places that people search for by name.
import type { Generated } from 'kysely'

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
}
