// How a person likes a table, kept on this device.
import { useMemo, useState } from 'react'
import { readLayout } from './data-table-model.ts'
import type { Layout } from './data-table-model.ts'

const keyOf = (name: string): string => `wayfare.table.${name}`

const read = (name: string): string | null => {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return null
  }
}

const keep = (name: string, layout: Layout): void => {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(layout))
  } catch {
    // a browser that keeps nothing still shows it for now
  }
}

/** `name` is that of the table and of whoever looks at it. */
export const useLayout = (name: string, columns: readonly { id: string; extra?: boolean }[]) => {
  const [kept, setKept] = useState(() => read(name))
  const layout = useMemo(() => readLayout(kept, columns), [kept, columns])
  const setLayout = (next: Layout) => {
    keep(name, next)
    setKept(JSON.stringify(next))
  }
  return { layout, setLayout }
}
