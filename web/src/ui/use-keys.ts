// Keys that act wherever one is, alone or two after the other: never in a field or behind a dialog, and not where a person has
// turned single keys off. What is shown last comes first, so that a page may take a key for itself.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'
import { readStored, writeStored } from './storage.ts'

/** `keys`: as the browser names them, such as `?`, `j` or `Escape`, or two with a space between, such as `g b`. */
export type Shortcut = { keys: string; label: string; run: () => void }

/** The second of two keys comes within (ms). */
const TOGETHER_MS = 2000

/** Where letters are typed; what is only ticked takes none. */
const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]'
const taken = `${fields}, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]`
const modal = 'dialog[open], [aria-modal="true"], [role="alertdialog"]'

const storageKey = 'wayfare.keys'

type Entry = { shortcut: Shortcut }

let isOn: boolean | null = null
let entries: readonly Entry[] = []
let held: { key: string; at: number } | null = null
const listeners = makeListeners()

const areKeysOn = (): boolean => (isOn ??= readStored(storageKey) !== 'off')

/** Kept on this device. */
const switchKeys = (on: boolean): void => {
  isOn = on
  writeStored(storageKey, on ? 'on' : 'off')
  listeners.notify()
}

/** The letter of the key where the keyboard writes another alphabet. */
const nameOf = ({ key, code }: KeyboardEvent): string => {
  if (key.length !== 1) return key
  const isForeign = key > '~' && /^Key[A-Z]$/.test(code)
  return (isForeign ? code.slice(3) : key).toLowerCase()
}

/** True where a key belongs to what has the focus, or to the dialog above the page. */
const isTyped = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.isComposing ||
  (event.target instanceof Element && event.target.closest(taken) !== null) ||
  document.querySelector(modal) !== null

const find = (keys: string): Shortcut | undefined => entries.findLast(({ shortcut }) => shortcut.keys === keys)?.shortcut

const press = (event: KeyboardEvent): void => {
  const before = held && event.timeStamp - held.at < TOGETHER_MS ? held.key : null
  const key = nameOf(event)
  // Shift comes before the sign that is meant
  if (key === 'Shift') return
  held = null
  // the way out is no character: it stays
  if (isTyped(event) || (!areKeysOn() && key !== 'Escape')) return
  const shortcut = (before !== null && find(`${before} ${key}`)) || find(key)
  if (shortcut) {
    event.preventDefault()
    shortcut.run()
  } else if (entries.some((one) => one.shortcut.keys.startsWith(`${key} `))) held = { key, at: event.timeStamp }
}

const add = (mine: readonly Entry[]): (() => void) => {
  if (entries.length === 0) window.addEventListener('keydown', press)
  entries = [...entries, ...mine]
  listeners.notify()
  return () => {
    entries = entries.filter((entry) => !mine.includes(entry))
    if (entries.length === 0) window.removeEventListener('keydown', press)
    listeners.notify()
  }
}

/** The keys act as long as the component is shown. */
export const useKeys = (shortcuts: readonly Shortcut[]): void => {
  const run = useEffectEvent((wanted: string) => shortcuts.find(({ keys }) => keys === wanted)?.run())
  const names = JSON.stringify(shortcuts.map(({ keys, label }) => ({ keys, label })))
  useEffect(() => {
    const named = JSON.parse(names) as Omit<Shortcut, 'run'>[]
    return add(named.map(({ keys, label }) => ({ shortcut: { keys, label, run: () => run(keys) } })))
  }, [names])
}

/** Whether single keys act, and the switch. */
export const useKeysOn = (): [on: boolean, set: (on: boolean) => void] => [
  useSyncExternalStore(listeners.add, areKeysOn, () => true),
  switchKeys,
]

const readEntries = () => entries

/** What acts now, each key once, in the order it was added. */
export const useKeyList = (): readonly Shortcut[] => {
  const all = useSyncExternalStore(listeners.add, readEntries, readEntries)
  return all.filter((entry) => find(entry.shortcut.keys) === entry.shortcut).map(({ shortcut }) => shortcut)
}
