// What the map is drawn with: the operator's own style where there is one and it can be loaded, else our own.
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ErrorEvent } from '@vis.gl/react-maplibre'
import type { Basemap } from '@wayfare/contract/places'
import { useMemo, useState } from 'react'
import { makeBaseStyle, type Scheme } from './base-style.ts'
import { makePmtilesUrl } from './map-lib.ts'

const useOwnStyle = (basemap: Basemap | null, scheme: Scheme) => {
  const tilesUrl = basemap?.state === 'ready' ? basemap.tilesUrl : null
  const attribution = basemap?.attribution ?? ''
  return useMemo(
    () =>
      tilesUrl
        ? makeBaseStyle(scheme, { url: makePmtilesUrl(tilesUrl), attribution, isDense: window.devicePixelRatio >= 1.5 })
        : null,
    [scheme, tilesUrl, attribution],
  )
}

/** A tile that did not come, as without a network or when the page is left: it is asked for again, and nothing is wrong with the map. */
const isOfTile = (event: object): boolean => 'tile' in event

/** A source as such, such as the list of its tiles. */
const isOfSource = (event: object): boolean => 'sourceId' in event && !isOfTile(event)

const tryAgainMs = 60_000

const noteFailure = (error: unknown): null => {
  console.warn('the map style cannot be loaded, so our own map is drawn:', error)
  return null
}

/** Where the style for this look lies, empty where there is none, and whether route and cars are drawn on it as by day. */
const findStyle = (basemap: Basemap | null, scheme: Scheme): { url: string; look: Scheme } => {
  if (!basemap?.style) return { url: '', look: scheme }
  const { light, dark } = basemap.style
  return scheme === 'dark' && dark !== null ? { url: dark, look: 'dark' } : { url: light, look: 'light' }
}

/**
 * `style` null: there is none to draw, and `waits` says what for; null: for the style. `isOwn`: ours, which a test has validated; to do
 * that in the page takes as long as to read it.
 */
export const useMapStyle = (basemap: Basemap | null) => {
  const scheme = useComputedColorScheme('light')
  const own = useOwnStyle(basemap, scheme)
  const [broken, setBroken] = useState('')
  const { url, look } = findStyle(basemap, scheme)
  const isWanted = own !== null && url !== '' && url !== broken
  const { data, isPending } = useQuery({
    queryKey: ['mapStyle', url, look],
    queryFn: () =>
      import('./outside-style.ts')
        .then(({ loadStyle }) => loadStyle(url, { scheme: look, attribution: basemap?.attribution ?? '' }))
        .catch(noteFailure),
    enabled: isWanted,
    // what could not be loaded is tried again while our own map is drawn
    staleTime: ({ state }) => (state.data === null ? tryAgainMs : Number.POSITIVE_INFINITY),
  })
  const outside = isWanted && data ? data : null
  const onError = (event: ErrorEvent): void => {
    if (isOfTile(event)) console.warn('a tile of the map did not come:', event.error.message)
    else console.error(event.error)
    if (outside && isOfSource(event)) setBroken(url)
  }
  if (isWanted && isPending) return { style: null, isOwn: false, waits: null, onError }
  return { style: outside ?? own, isOwn: outside === null, waits: basemap, onError }
}
