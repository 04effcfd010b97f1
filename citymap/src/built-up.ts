// Finds built-up land from streets alone: a grid of cells near streets where people live or work, with a rounded outline.
import type { Bounds } from '@wayfare/core/geo'
import { type CitySource, isLine, type Position } from './geojson.ts'
import { nestRings } from './rings.ts'

/** The resolution: the width of a cell (m), and how many cells around a street count. */
type Grain = { cellM: number; reach: number }

/** Finer would show single streets, coarser would hide parks. */
const BUILT: Grain = { cellM: 60, reach: 1 }
/** People on a shore live within a kilometre or so of it. */
const DRY: Grain = { cellM: 300, reach: 4 }
/** Streets with houses; motorways and paths also run through open country. */
const STREETS = new Set(['residential', 'living_street', 'service', 'tertiary', 'unclassified', 'secondary', 'pedestrian'])
const METRES_PER_DEGREE = 111_195

type Grid = { columns: number; rows: number; cells: Uint8Array; toPosition: (column: number, row: number) => Position }

const makeGrid = (
  { south, west, north, east }: Bounds,
  { cellM, reach }: Grain,
): Grid & { find: (position: Position) => [number, number] } => {
  const latStep = cellM / METRES_PER_DEGREE
  const lngStep = latStep / Math.cos((((south + north) / 2) * Math.PI) / 180)
  // a margin of empty cells, so that every outline closes
  const rim = reach + 2
  const columns = Math.ceil((east - west) / lngStep) + 2 * rim
  const rows = Math.ceil((north - south) / latStep) + 2 * rim
  return {
    columns,
    rows,
    cells: new Uint8Array(columns * rows),
    toPosition: (column, row) => [west + (column - rim) * lngStep, south + (row - rim) * latStep],
    find: ([lng, lat]) => [(lng - west) / lngStep + rim, (lat - south) / latStep + rim],
  }
}

const fillGrid = (source: CitySource, bounds: Bounds, grain: Grain): Grid => {
  const { reach } = grain
  const grid = makeGrid(bounds, grain)
  const mark = (column: number, row: number): void => {
    for (let x = column - reach; x <= column + reach; x++)
      for (let y = row - reach; y <= row + reach; y++)
        if (x > 0 && y > 0 && x < grid.columns - 1 && y < grid.rows - 1) grid.cells[y * grid.columns + x] = 1
  }
  for (const feature of source.features) {
    if (!isLine(feature) || !STREETS.has(feature.properties['highway'] ?? '')) continue
    const points = feature.geometry.coordinates.map(grid.find)
    for (let i = 1; i < points.length; i++) {
      const [[fromX, fromY], [toX, toY]] = [points[i - 1], points[i]]
      const steps = Math.ceil(Math.hypot(toX - fromX, toY - fromY) * 2) + 1
      for (let step = 0; step <= steps; step++)
        mark(Math.floor(fromX + ((toX - fromX) * step) / steps), Math.floor(fromY + ((toY - fromY) * step) / steps))
    }
  }
  return grid
}

type Corner = readonly [column: number, row: number]

/** The edges between full and empty cells, each with the full cell on its left, by where they start. */
const listEdges = ({ columns, rows, cells }: Grid): Map<string, Corner[]> => {
  const edges = new Map<string, Corner[]>()
  const isFull = (column: number, row: number): boolean => cells[row * columns + column] === 1
  const add = (from: Corner, to: Corner): void => {
    const known = edges.get(from.join())
    if (known) known.push(to)
    else edges.set(from.join(), [to])
  }
  for (let y = 1; y < rows - 1; y++)
    for (let x = 1; x < columns - 1; x++) {
      if (!isFull(x, y)) continue
      if (!isFull(x, y - 1)) add([x, y], [x + 1, y])
      if (!isFull(x + 1, y)) add([x + 1, y], [x + 1, y + 1])
      if (!isFull(x, y + 1)) add([x + 1, y + 1], [x, y + 1])
      if (!isFull(x - 1, y)) add([x, y + 1], [x, y])
    }
  return edges
}

const traceRings = (grid: Grid): Corner[][] => {
  const edges = listEdges(grid)
  const rings: Corner[][] = []
  for (const [start] of edges) {
    const ring: Corner[] = []
    let at: Corner | undefined = start.split(',').map(Number) as [number, number]
    while (at) {
      const next: Corner | undefined = edges.get(at.join())?.pop()
      if (next) ring.push(at)
      at = next
    }
    if (ring.length > 3) rings.push(ring)
  }
  return rings
}

/** Moves each corner towards the middle of its neighbours: steps become slopes, straight edges stay. */
const smoothRing = (ring: readonly Corner[]): Corner[] =>
  ring.map(([x, y], i) => {
    const [[beforeX, beforeY], [afterX, afterY]] = [ring[(i + ring.length - 1) % ring.length], ring[(i + 1) % ring.length]]
    return [(beforeX + 2 * x + afterX) / 4, (beforeY + 2 * y + afterY) / 4]
  })

const measureArea = (ring: readonly Corner[]): number =>
  ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0) / 2

/** In cells: a yard or a single house is too small to draw. */
const LEAST_CELLS = 6

const findLand = (source: CitySource, bounds: Bounds, grain: Grain): Position[][][] => {
  const grid = fillGrid(source, bounds, grain)
  const rings = traceRings(grid).filter((ring) => Math.abs(measureArea(ring)) >= LEAST_CELLS)
  const toPositions = (ring: readonly Corner[]): Position[] => {
    const smooth = smoothRing(smoothRing(smoothRing(ring)))
    return [...smooth, smooth[0]].map(([x, y]) => grid.toPosition(x, y))
  }
  const [outer, inner] = [rings.filter((ring) => measureArea(ring) > 0), rings.filter((ring) => measureArea(ring) < 0)]
  return nestRings(outer.map(toPositions), inner.map(toPositions))
}

/** Polygons of built-up land, with holes for parks, water and fields. */
export const findBuiltUp = (source: CitySource, bounds: Bounds): Position[][][] => findLand(source, bounds, BUILT)

/** Polygons of land as opposed to sea, for a source without a coastline. */
export const findDryLand = (source: CitySource, bounds: Bounds): Position[][][] =>
  findLand(source, bounds, DRY).map(([outline]) => [outline])
