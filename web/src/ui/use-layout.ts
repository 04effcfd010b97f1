// How a person likes a table, kept on this device: its columns by table, and how close together rows are in all of them.
import { useMemo, useState } from 'react'
import { readLayout, type Layout } from './data-table-model.ts'
import { readStored, writeStored } from './storage.ts'
import { useWide } from './use-narrow.ts'

const keyOf = (name: string): string => `wayfare.table.${name}`

/** A name begins with whoever looks at the table. */
const rowsKeyOf = (name: string): string => `wayfare.rows.${name.split('.')[0] ?? ''}`

/** On large screens rows are close together, unless the person wants them apart. */
const useDense = (name: string) => {
  const isWide = useWide()
  const [kept, setKept] = useState(() => readStored(rowsKeyOf(name)))
  const setDense = (dense: boolean) => {
    const text = dense ? 'close' : 'apart'
    writeStored(rowsKeyOf(name), text)
    setKept(text)
  }
  return { dense: kept === null ? isWide : kept === 'close', setDense }
}

/** `name` is that of whoever looks at it and of the table, such as `id.bookings`. */
export const useLayout = (name: string, columns: readonly { id: string; extra?: boolean }[]) => {
  const [kept, setKept] = useState(() => readStored(keyOf(name)))
  const { dense, setDense } = useDense(name)
  const layout = useMemo((): Layout => ({ ...readLayout(kept, columns), dense }), [kept, columns, dense])
  const setLayout = ({ dense: wanted, ...next }: Layout) => {
    if (wanted !== dense) setDense(wanted)
    const text = JSON.stringify(next)
    writeStored(keyOf(name), text)
    setKept(text)
  }
  return { layout, setLayout }
}
