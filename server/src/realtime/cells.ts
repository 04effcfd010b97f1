// The cells by which processes exchange positions: hexagons of H3, an open grid that other systems use as well.
import type { LatLng } from '@wayfare/core/geo'
import { latLngToCell } from 'h3-js'

/** About 36 km² per cell: a metropolis has about forty. */
const resolution = 6

/** The H3 index of the cell that contains a place, as text. */
export const findCell = ({ lat, lng }: LatLng): string => latLngToCell(lat, lng, resolution)
