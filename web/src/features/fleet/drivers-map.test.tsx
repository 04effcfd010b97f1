import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { makeServer, press, show } from '../../../test/server.tsx'

type Shown = { initialViewState: unknown; fadeDuration: number; onMoveStart: (event: { originalEvent?: Event }) => void }

/** What the library is told: there is no graphics card here to draw it, so the map is not seen, and its view is put where it belongs at once. */
const library = { shown: null as Shown | null, moves: [] as unknown[], hears: new Map<string, () => void>() }

const told = {
  getMap: () => ({}),
  getContainer: () => document.body,
  getCanvas: () => document.createElement('canvas'),
  getBounds: () => ({ getSouth: () => 57, getNorth: () => 58, getWest: () => 11, getEast: () => 12 }),
  on: (name: string, run: () => void) => void library.hears.set(name, run),
  off: (name: string) => void library.hears.delete(name),
  loaded: () => false,
  easeTo: (to: unknown) => void library.moves.push(to),
  jumpTo: (to: unknown) => void library.moves.push({ jump: to }),
  fitBounds: (bounds: unknown, { animate }: { animate: boolean }) => void library.moves.push({ box: bounds, animate }),
}

vi.mock('maplibre-gl', () => ({ setWorkerUrl: () => {}, addProtocol: () => {} }))
vi.mock('@vis.gl/react-maplibre', () => ({
  Map: ({ ref, ...shown }: Shown & { ref: Ref<unknown>; children: ReactNode }) => {
    useImperativeHandle(ref, () => told, [])
    library.shown = shown
    return null
  },
  NavigationControl: () => null,
  Marker: () => null,
  useMap: () => ({}),
}))
vi.resetModules()
afterAll(() => {
  vi.doUnmock('maplibre-gl')
  vi.doUnmock('@vis.gl/react-maplibre')
  vi.resetModules()
})

const server = makeServer()
const driver = { vehicleNumber: 'ABC 12D', carType: null, heading: null, seenAt: Date.now(), location: { lat: 57.7, lng: 12 } }

beforeEach(() => {
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'prompt' } as PermissionStatus)
  Object.assign(library, { shown: null, moves: [] })
  Object.assign(server.answers, {
    'GET /api/places/basemap': {
      state: 'ready',
      progress: 1,
      tilesUrl: '/maps/city.pmtiles',
      name: 'Town',
      bounds: [11.9, 57.6, 12.1, 57.8],
      center: { lat: 57.69, lng: 11.95 },
      attribution: '',
      dataDate: null,
    },
    'GET /api/drivers': {
      drivers: [
        { ...driver, id: 'a', name: 'Ada', queue: false, driverActiveStatus: true },
        { ...driver, id: 'b', name: 'Bo', queue: true, driverActiveStatus: true },
        { ...driver, id: 's', name: 'Silje', queue: false, driverActiveStatus: true, seenAt: Date.now() - 121_000 },
        { ...driver, id: 'c', name: 'Cleo', queue: false, driverActiveStatus: false, location: null },
      ],
    },
  })
})

const onDrivers = () => (server.answers['GET /api/drivers'] as { drivers: { location: unknown }[] }).drivers
/** Nobody is anywhere yet. */
const emptyTown = () => {
  server.answers['GET /api/drivers'] = { drivers: onDrivers().map((one) => ({ ...one, location: null })) }
}

const nothing = { job: null, driver: null, car: null, times: 0, onDriver: () => {} }

const middle = { jump: { center: [11.95, 57.69], zoom: 10 } }
const here = { jump: { center: [12.01, 57.71], zoom: 10 } }

test('an empty town opens on its middle at zoom 10; drivers are counted by what they do', async () => {
  emptyTown()
  const { DriversMap } = await import('./drivers-map.tsx')
  const counted: unknown[] = []
  show(server, <DriversMap choice={nothing} onCounts={(counts) => void counted.push(counts)} />)
  await waitFor(() => expect(library.moves).toEqual([middle]))
  expect(library.shown).toMatchObject({ initialViewState: { longitude: 11.95, latitude: 57.69, zoom: 10 }, fadeDuration: 0 })
  await waitFor(() => expect(counted.at(-1)).toEqual({ free: 1, busy: 1, stale: 1, offline: 1 }))
  const chip = screen.getByRole('button', { name: 'legend_offline' })
  fireEvent.click(chip)
  expect(chip.getAttribute('aria-pressed')).toBe('false')
})

const box = { box: [11.9, 57.7, 12, 57.75], animate: false }

test('the view holds the drivers who work, not those who are off duty far away', async () => {
  const [ada, bo, silje, cleo] = onDrivers()
  server.answers['GET /api/drivers'] = {
    drivers: [
      ada,
      { ...bo, location: { lat: 57.75, lng: 11.9 } },
      { ...silje, location: null },
      { ...cleo, location: { lat: 50, lng: 5 } },
    ],
  }
  const { DriversMap } = await import('./drivers-map.tsx')
  show(server, <DriversMap choice={nothing} onCounts={() => {}} />)
  await waitFor(() => expect(library.moves.at(-1)).toEqual(box))
  expect(library.moves).not.toContainEqual(middle)
  // a map that gets another size goes on holding them, until it is moved by hand
  const before = library.moves.length
  library.hears.get('resize')?.()
  expect(library.moves.slice(before)).toEqual([box])
  act(() => library.shown?.onMoveStart({ originalEvent: new Event('wheel') }))
  expect(library.hears.has('resize')).toBe(false)
})

test('what is looked at by hand stays when the place of this browser is told without a press', async () => {
  emptyTown()
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' } as PermissionStatus)
  const browser = { tell: null as PositionCallback | null }
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    getCurrentPosition: (found: PositionCallback) => void (browser.tell = found),
  } as Geolocation)
  const { DriversMap } = await import('./drivers-map.tsx')
  show(server, <DriversMap choice={nothing} onCounts={() => {}} />)
  await waitFor(() => expect([library.moves, browser.tell === null]).toEqual([[middle], false]))
  act(() => library.shown?.onMoveStart({ originalEvent: new Event('wheel') }))
  await act(async () => browser.tell?.({ coords: { latitude: 57.71, longitude: 12.01 } } as GeolocationPosition))
  expect(library.moves).toEqual([middle])
  press('map_show_all')
  await waitFor(() => expect(library.moves).toEqual([middle, here]))
})

test('“where I am” moves the map there, each time, also after it was moved by hand', async () => {
  emptyTown()
  vi.stubGlobal('isSecureContext', true)
  const coords = { latitude: 57.71, longitude: 12.01 }
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    getCurrentPosition: (found: PositionCallback) => found({ coords } as GeolocationPosition),
  } as Geolocation)
  const { DriversMap } = await import('./drivers-map.tsx')
  show(server, <DriversMap choice={nothing} onCounts={() => {}} />)
  await waitFor(() => expect(library.moves).toEqual([middle]))
  press('map_centre_me')
  await waitFor(() => expect(library.moves).toEqual([middle, here]))
  act(() => library.shown?.onMoveStart({ originalEvent: new Event('wheel') }))
  press('map_centre_me')
  await waitFor(() => expect(library.moves).toEqual([middle, here, here]))
})
