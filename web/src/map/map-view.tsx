import { Button, useDirection } from '@mantine/core'
import { IconFocus2 } from '@tabler/icons-react'
import { findBounds, type Bounds, type LatLng } from '@wayfare/core/geo'
import type { Basemap } from '@wayfare/contract/places'
import { Map as ReactMap, NavigationControl, type MapRef } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import type { PaddingOptions } from 'maplibre-gl'
import { useBasemap } from '../api/queries.ts'
import { useT } from '../i18n/provider.tsx'
import { MapContent, type MapContentProps } from './map-content.tsx'
import { MapPreparing } from './map-preparing.tsx'
import { mapLib } from './map-lib.ts'
import classes from './map.module.css'
import { useFirstPicture } from './use-first-picture.ts'
import { useMapStyle } from './use-map-style.ts'
import { useTwoFingers } from './use-two-fingers.ts'

type MapViewProps = Omit<MapContentProps, 'following' | 'isShown'> & {
  /** what the map shows, in words */
  label: string
  /** the view is moved to hold these points whenever the list changes */
  fit?: readonly LatLng[] | undefined
  /** the middle of the view at its zoom, where there is nothing to hold */
  centre?: LatLng | null
  /** how often one has asked to be brought to the centre: once more, and a view moved by hand goes there, too */
  asked?: number
  zoom?: number
  /** from the lower edge (px), something lies over the map: what is held comes above it */
  covered?: number
  /** the view goes along with the feed's car, and so needs no buttons */
  follow?: boolean
  /** a picture, without buttons */
  still?: boolean
  /** it stands within what scrolls: one finger goes on scrolling */
  inPage?: boolean
  /** hears what part of the earth is in view, once it stands still */
  onView?: (view: Bounds) => void
  children?: ReactNode
}

/** No pin comes to lie below the zoom buttons, which stand on the side where lines end (px). */
const fitPadding = { top: 76, bottom: 48, left: 100, right: 100 }

/** In a small map the edges take no more than these parts of it: what is held needs room, too. */
const mostPadding = { top: 0.32, bottom: 0.26, left: 0.26, right: 0.26 }

const padSide = (side: keyof typeof fitPadding, room: number): number => Math.min(fitPadding[side], mostPadding[side] * room)

/** From the lower edge (px), something lies over the map: `covered`, or a sheet that says so in its styles (`--map-covered`). */
const computePadding = (map: MapRef, covered: number): PaddingOptions => {
  const container = map.getContainer()
  const { clientWidth, clientHeight } = container
  const sheet = Number.parseFloat(getComputedStyle(container).getPropertyValue('--map-covered')) || 0
  const over = Math.min(covered + sheet, clientHeight / 2)
  return {
    top: padSide('top', clientHeight - over),
    bottom: over + padSide('bottom', clientHeight - over),
    left: padSide('left', clientWidth),
    right: padSide('right', clientWidth),
  }
}

/** Tests wait for this mark: the map shows what it was told to. */
const setIdle = (idle: boolean) => Object.assign(window, { __mapIdle: idle })

/** The first picture is idle only once it is in sight. */
const useIdleMark = (map: MapRef | null, isShown: boolean) => {
  useEffect(() => {
    if (!map || !isShown) return undefined
    const mark = () => setIdle(true)
    if (map.loaded() && !map.isMoving()) mark()
    map.on('idle', mark)
    return () => void map.off('idle', mark)
  }, [map, isShown])
}

/** Tests and benches read from the map itself what it shows; where a page has two, by the part of the page it stands in. */
const setLoaded = (map: ReturnType<MapRef['getMap']>) => {
  for (const place of [window, map.getContainer()]) Object.assign(place, { __map: map })
}

const boxOf = (points: readonly LatLng[]): [number, number, number, number] | null => {
  const box = findBounds(points)
  return box && [box.west, box.south, box.east, box.north]
}

/** Two maps of one page are told apart by what each shows. */
const useMapTexts = (label: string) => {
  const t = useT()
  return useMemo(
    () => ({
      'Map.Title': `${t('map_title')}: ${label}`,
      'CooperativeGesturesHandler.MobileHelpText': t('map_two_fingers'),
      'NavigationControl.ZoomIn': t('map_zoom_in'),
      'NavigationControl.ZoomOut': t('map_zoom_out'),
      'AttributionControl.ToggleAttribution': t('map_toggle_attribution'),
    }),
    [t, label],
  )
}

/** The engine reads its texts when it starts, and is used again by other pages: what the map shows now is said anew. */
const useTitle = (map: MapRef | null, title: string) => {
  useEffect(() => map?.getCanvas().setAttribute('aria-label', title), [map, title])
}

type Moves = Pick<MapViewProps, 'fit' | 'centre'> & { covered: number; zoom: number; isShown: boolean }

/** The view is moved where somebody sees it, and put there at once where nobody does. */
const useFit = (map: MapRef | null, { fit, covered, isShown }: Moves) => {
  const isSeen = useEffectEvent(() => isShown)
  useEffect(() => {
    const box = fit && boxOf(fit)
    if (!map || !box) return undefined
    const animate = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const hold = (isSmooth: boolean) =>
      map.fitBounds(box, { padding: computePadding(map, covered), maxZoom: 16, animate: isSmooth, duration: 600 })
    hold(animate && isSeen())
    // a map that finds its size late, or on a phone that is turned, goes on holding it
    const holdAgain = () => void hold(false)
    map.on('resize', holdAgain)
    return () => void map.off('resize', holdAgain)
  }, [map, fit, covered])
}

const useCentre = (map: MapRef | null, { centre, zoom, isShown }: Moves) => {
  const isSeen = useEffectEvent(() => isShown)
  const [lat, lng] = [centre?.lat ?? null, centre?.lng ?? null]
  useEffect(() => {
    if (!map || lat === null || lng === null) return
    const view = { center: [lng, lat] as [number, number], zoom }
    if (isSeen()) map.easeTo(view)
    else map.jumpTo(view)
  }, [map, lat, lng, zoom])
}

/** Another city is served: a map that holds nothing of its own shows that one. */
const useCity = (map: MapRef | null, basemap: Basemap | null, { follow, fit }: Pick<MapViewProps, 'follow' | 'fit'>) => {
  const center = basemap?.center ?? null
  const hold = follow === true || (fit?.length ?? 0) > 0
  const shown = useRef(center)
  useEffect(() => {
    const before = shown.current
    shown.current = center
    if (!map || !center || !before || hold || (before.lat === center.lat && before.lng === center.lng)) return
    map.jumpTo({ center: [center.lng, center.lat] })
  }, [map, center, hold])
}

const wrapLng = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180

/** Whoever looks at the whole earth, or across the 180th meridian, is told by longitudes within it. */
const readView = (map: MapRef): Bounds => {
  const bounds = map.getBounds()
  const isAll = bounds.getEast() - bounds.getWest() >= 360
  const [west, east] = isAll ? [-180, 180] : [wrapLng(bounds.getWest()), wrapLng(bounds.getEast())]
  return { south: Math.max(-90, bounds.getSouth()), north: Math.min(90, bounds.getNorth()), west, east }
}

const useOnView = (map: MapRef | null, onView: MapViewProps['onView']) => {
  useEffect(() => {
    if (!map || !onView) return undefined
    const tell = () => onView(readView(map))
    tell()
    // another size is a move, too
    map.on('moveend', tell)
    return () => void map.off('moveend', tell)
  }, [map, onView])
}

const noBox = { longitude: 0, latitude: 0, zoom: 10 }

/** Where the view starts: on the given points, else at the given zoom on the middle asked for or that of the city. */
const startOf = (basemap: { center: LatLng | null }, { fit, centre }: Pick<MapViewProps, 'fit' | 'centre'>, zoom: number) => {
  const box = fit && fit.length > 1 ? boxOf(fit) : null
  if (box) return { bounds: box, fitBoundsOptions: { padding: 32, maxZoom: 16 } }
  const at = fit?.[0] ?? centre ?? basemap.center
  return at ? { longitude: at.lng, latitude: at.lat, zoom } : noBox
}

const Recentre = ({ follow, onClick }: { follow: boolean; onClick: () => void }) => {
  const t = useT()
  return (
    <Button
      className={classes.recentre}
      variant="default"
      mih={follow ? 64 : 44}
      leftSection={<IconFocus2 size={18} aria-hidden />}
      onClick={onClick}
    >
      {t(follow ? 'map_follow_car' : 'map_show_all')}
    </Button>
  )
}

const ZoomButtons = ({ follow = false, still = false }: Pick<MapViewProps, 'follow' | 'still'>) => {
  const { dir } = useDirection()
  if (follow || still) return null
  return <NavigationControl position={dir === 'rtl' ? 'top-left' : 'top-right'} showCompass={false} />
}

/** Moved by hand, the view stays until it is asked to go along again, or elsewhere. */
const useHeldView = (asked: number | undefined) => {
  const [isHeld, setHeld] = useState(false)
  const [before, setBefore] = useState(asked)
  if (before !== asked) {
    setBefore(asked)
    setHeld(false)
  }
  return [isHeld, setHeld] as const
}

export const MapView = (props: MapViewProps) => {
  const { label, zoom = 13, covered = 0, follow = false, inPage = false, children } = props
  const basemap = useBasemap().data
  const { style, isOwn, waits, onError } = useMapStyle(basemap)
  const texts = useMapTexts(label)
  const [map, setMap] = useState<MapRef | null>(null)
  const [isHeld, setHeld] = useHeldView(props.asked)
  const isShown = useFirstPicture(map)
  const view: Pick<MapViewProps, 'fit' | 'centre'> = isHeld || follow ? {} : props
  const moves = { fit: view.fit, centre: view.centre, covered, zoom, isShown }
  useTitle(map, texts['Map.Title'])
  useFit(map, moves)
  useCentre(map, moves)
  useCity(map, basemap, props)
  useTwoFingers(map, inPage)
  useOnView(map, props.onView)
  useIdleMark(map, isShown)
  if (!basemap || !style) return <MapPreparing basemap={waits} label={label} />
  return (
    <section className={classes.frame} aria-label={label} data-shown={isShown || undefined}>
      <ReactMap
        ref={setMap}
        mapLib={mapLib}
        reuseMaps
        mapStyle={style}
        validateStyle={!isOwn}
        // names that fade in are some twenty frames more at each rest, for which a page without a graphics processor waits
        fadeDuration={0}
        initialViewState={startOf(basemap, props, zoom)}
        minZoom={2}
        maxZoom={19}
        pitchWithRotate={false}
        touchPitch={false}
        locale={texts}
        attributionControl={{ compact: false }}
        onMoveStart={({ originalEvent }) => {
          setIdle(false)
          if (originalEvent) setHeld(true)
        }}
        onError={onError}
        onLoad={({ target }) => setLoaded(target)}
      >
        <ZoomButtons {...props} />
        <MapContent {...props} following={follow && !isHeld} isShown={isShown} />
        {children}
      </ReactMap>
      {isHeld && <Recentre follow={follow} onClick={() => setHeld(false)} />}
    </section>
  )
}
