// How a person likes a table, kept on this device.
import { useMemo, useState } from 'react'
import { readLayout, type Layout } from './data-table-model.ts'
import { readStored, writeStored } from './storage.ts'

const keyOf = (name: string): string => `wayfare.table.${name}`

/** `name` is that of the table and of whoever looks at it. */
export const useLayout = (name: string, columns: readonly { id: string; extra?: boolean }[]) => {
  const [kept, setKept] = useState(() => readStored(keyOf(name)))
  const layout = useMemo(() => readLayout(kept, columns), [kept, columns])
  const setLayout = (next: Layout) => {
    const text = JSON.stringify(next)
    writeStored(keyOf(name), text)
    setKept(text)
  }
  return { layout, setLayout }
}
