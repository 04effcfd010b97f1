// j and k walk the rows of the table one is in, or of the first on the page, from the row one stands on or has chosen; Enter opens the row one stands on.
import type { KeyboardEvent } from 'react'
import { useText } from './text.ts'
import { useKeys } from './use-keys.ts'

const tableHere = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-table]') ?? document.querySelector<HTMLElement>('[data-table]')

/** Not those of a list within one of them. */
const rowsOf = (table: HTMLElement): HTMLElement[] =>
  [...table.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.closest('[data-table]') === table)

const walk = (by: -1 | 1): void => {
  const table = tableHere()
  if (!table) return
  const rows = rowsOf(table)
  const stands = rows.findIndex((row) => row.contains(document.activeElement))
  const at = stands === -1 ? rows.findIndex((row) => row.ariaCurrent === 'true') : stands
  const next = rows[at === -1 && by === -1 ? rows.length - 1 : at + by]
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}

export const useTableKeys = (): void => {
  const t = useText()
  useKeys([
    { keys: 'j', label: t('key_row_next'), run: () => walk(1) },
    { keys: 'k', label: t('key_row_before'), run: () => walk(-1) },
  ])
}

/** For a row that j and k can stand on. */
export const makeRowKeys = (open: (() => void) | undefined) => ({
  tabIndex: -1,
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget || !open) return
    event.preventDefault()
    open()
  },
})
