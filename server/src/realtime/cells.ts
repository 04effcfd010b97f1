// The cells of the earth by which positions are told between processes: hexagons of H3, an open grid that other systems know as well.
import type { LatLng } from '@wayfare/core/geo'
import { latLngToCell } from 'h3-js'

/** Some 36 km² each: a metropolis has about forty of them. */
const resolution = 6

/** The H3 index of the cell that a place lies in, as text. */
export const findCell = ({ lat, lng }: LatLng): string => latLngToCell(lat, lng, resolution)
