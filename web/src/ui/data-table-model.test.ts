import { expect, test } from 'vitest'
import {
  arrangeColumns,
  moveColumn,
  slicePage,
  readLayout,
  searchRows,
  makeSheet,
  sortRows,
  toggleColumn,
  type Column,
} from './data-table-model.ts'

type Row = { name: string; price: number }

const text = (of: (row: Row) => string | number) => ({ cell: of, sort: of, plain: of, search: (row: Row) => String(of(row)) })
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', ...text(({ name }) => name) },
  { id: 'price', header: 'Price', ...text(({ price }) => price) },
  { id: 'note', header: 'Note', cell: () => '', extra: true },
]
const rows: Row[] = [
  { name: 'Göteborg', price: 9 },
  { name: 'Ale', price: 10 },
  { name: 'Borås', price: 100 },
]
const names = (some: readonly Row[]) => some.map(({ name }) => name)

test('numbers are put in order as numbers, texts as texts, and no sort leaves the order as it is', () => {
  expect(names(sortRows(rows, columns, { column: 'price', down: true }))).toEqual(['Borås', 'Ale', 'Göteborg'])
  expect(names(sortRows(rows, columns, { column: 'name', down: false }))).toEqual(['Ale', 'Borås', 'Göteborg'])
  expect(sortRows(rows, columns, { column: 'note', down: false })).toBe(rows)
  expect(sortRows(rows, columns, null)).toBe(rows)
})

test('a search finds rows with every word, without regard to capitals and accents', () => {
  expect(names(searchRows(rows, columns, 'GOTE'))).toEqual(['Göteborg'])
  expect(names(searchRows(rows, columns, '100 bor'))).toEqual(['Borås'])
  expect(searchRows(rows, columns, 'ale 9')).toEqual([])
  expect(searchRows(rows, columns, ' ')).toBe(rows)
})

test('a page holds so many rows, and one beyond the last is the last', () => {
  const many = Array.from({ length: 21 }, (_, at) => at)
  expect(slicePage(many, 0, 10)).toEqual({ rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], page: 0, pages: 3 })
  expect(slicePage(many, 2, 10).rows).toEqual([20])
  expect(slicePage(many, 9, 10).page).toBe(2)
  expect(slicePage(many, -1, 10).page).toBe(0)
  expect(slicePage([], 0, 10)).toEqual({ rows: [], page: 0, pages: 1 })
})

test('columns are hidden, shown and moved among those one sees', () => {
  const first = readLayout(null, columns)
  const shown = (layout: typeof first) => arrangeColumns(columns, layout).map(({ id }) => id)
  expect(shown(first)).toEqual(['name', 'price'])
  const all = toggleColumn(first, 'note')
  expect(shown(moveColumn(all, 'note', -1))).toEqual(['name', 'note', 'price'])
  expect(shown(moveColumn(toggleColumn(all, 'price'), 'note', -1))).toEqual(['note', 'name'])
  expect(moveColumn(first, 'name', -1)).toEqual(first)
  expect(moveColumn(first, 'note', -1)).toEqual(first)
})

test('the last column that is shown cannot be hidden', () => {
  const one = toggleColumn(readLayout(null, columns), 'name')
  expect(toggleColumn(one, 'price')).toEqual(one)
})

test('a kept layout holds for the columns there still are; a new one stands where it does by itself', () => {
  const kept = JSON.stringify({ order: ['price', 'gone', 'name', 'price'], hidden: ['gone', 'name'], dense: true })
  expect(readLayout(kept, columns)).toEqual({ order: ['price', 'name', 'note'], hidden: ['name', 'note'] })
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another shape', '{"order":["name",1],"hidden":[],"dense":false}'],
  ['a list', '[]'],
])('%s kept is the layout of the beginning', (_name, kept) => {
  expect(readLayout(kept, columns)).toEqual({ order: ['name', 'price', 'note'], hidden: ['note'] })
})

test('a layout that hides everything is not kept to', () => {
  const kept = JSON.stringify({ order: ['name', 'price', 'note'], hidden: ['name', 'price', 'note'], dense: false })
  expect(arrangeColumns(columns, readLayout(kept, columns))).toHaveLength(2)
})

test('a file has the columns that belong into one, with plain cells below their heads', () => {
  expect(makeSheet([...columns, { id: 'tools', header: 'Tools', cell: () => 'x' }], [{ name: 'Box', price: 5 }])).toEqual({
    columns: ['Name', 'Price'],
    rows: [['Box', 5]],
  })
})
