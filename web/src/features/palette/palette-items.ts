// What the palette offers: each with where it leads or what it does, and which of them a typed text means.
import type { ComponentType } from 'react'
import type { DeskMatch } from '@wayfare/contract/desk'
import type { Role } from '@wayfare/core/accounts'
import { foldText } from '@wayfare/core/fold'

/** In the order in which they are shown; the title of a group is the text `palette_<group>`. */
export const paletteGroups = ['recent', 'pages', 'actions', 'settings', 'people', 'bookings', 'promos', 'carTypes'] as const
type PaletteGroup = (typeof paletteGroups)[number]

export type PaletteIcon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>

export type PaletteItem = {
  /** the same for the same thing, whatever it is called meanwhile */
  id: string
  group: PaletteGroup
  label: string
  /** what tells it from others of the name */
  detail?: string
  /** other words by which it is found */
  words?: string
  icon: PaletteIcon
  /** where it leads, or what it does */
  to?: string
  run?: () => void
}

/** The most of a group that are shown for a typed text. */
const most: Record<PaletteGroup, number> = {
  recent: 5,
  pages: 6,
  actions: 5,
  settings: 5,
  people: 5,
  bookings: 5,
  promos: 5,
  carTypes: 5,
}

/** Fewer letters are somewhere in everything: they are a beginning. */
const leastInside = 3

/** Null: it is not meant. The lower, the nearer: its name begins so, a word of it does, or it holds all words somewhere. */
const farness = ({ label, words = '' }: PaletteItem, typed: readonly string[]): number | null => {
  const name = foldText(label)
  const all = `${name} ${foldText(words)}`
  if (!typed.every((word) => all.includes(word))) return null
  const whole = typed.join(' ')
  if (name.startsWith(whole)) return 0
  if (typed.every((word) => ` ${name}`.includes(` ${word}`))) return 1
  return whole.length < leastInside ? null : 2
}

/** Those of the items that a text means, the nearest of each group first. */
export const matchItems = (items: readonly PaletteItem[], text: string): PaletteItem[] => {
  const typed = foldText(text).split(' ').filter(Boolean)
  const ranked = items.flatMap((item) => {
    const far = farness(item, typed)
    return far === null ? [] : [{ item, far }]
  })
  return paletteGroups.flatMap((group) =>
    ranked
      .filter(({ item }) => item.group === group)
      .toSorted((a, b) => a.far - b.far)
      .slice(0, most[group])
      .map(({ item }) => item),
  )
}

/** Where the item stands that Enter opens as long as nobody chose another: the one called just what was typed, else the first. */
export const findMeant = (items: readonly PaletteItem[], text: string): number => {
  const typed = foldText(text)
  return Math.max(
    0,
    items.findIndex(({ label }) => foldText(label) === typed),
  )
}

/** Where one begins a booking, and what that is called. */
export const newBooking: Record<Role, { to: string; label: string } | null> = {
  rider: { to: '/', label: 'palette_new_ride' },
  admin: { to: '/addbookings', label: 'palette_new_booking' },
  driver: null,
  fleetadmin: null,
}

const pathOf: Record<Role, string> = { rider: '/riders', driver: '/drivers', fleetadmin: '/fleetadmins', admin: '/alladmin' }

type Words = { roleOf: (role: Role) => string; statusOf: (status: string) => string; dateOf: (at: number) => string }
type Icons = Record<'people' | 'bookings' | 'promos' | 'carTypes', PaletteIcon>

/** What the server found, as items. */
export const makeFoundItems = (found: DeskMatch, words: Words, icons: Icons): PaletteItem[] => [
  ...found.people.map(({ id, userType, name, detail }): PaletteItem => ({
    id: `person ${id}`,
    group: 'people',
    label: name,
    detail: [words.roleOf(userType), detail].filter(Boolean).join(' · '),
    icon: icons.people,
    to: `${pathOf[userType]}?person=${id}`,
  })),
  ...found.bookings.map(({ id, status, customerName, tripdate, pickup, drop }): PaletteItem => ({
    id: `booking ${id}`,
    group: 'bookings',
    label: `${id} · ${customerName}`,
    detail: `${words.statusOf(status)} · ${words.dateOf(tripdate)} · ${pickup.add} – ${drop.add}`,
    icon: icons.bookings,
    to: `/bookings/${id}`,
  })),
  ...found.promos.map(({ id, name, description }): PaletteItem => ({
    id: `promo ${id}`,
    group: 'promos',
    label: name,
    detail: description,
    icon: icons.promos,
    to: `/promos?search=${encodeURIComponent(name)}`,
  })),
  ...found.carTypes.map(({ id, name }): PaletteItem => ({
    id: `carType ${id}`,
    group: 'carTypes',
    label: name,
    icon: icons.carTypes,
    to: `/cartypes?search=${encodeURIComponent(name)}`,
  })),
]
