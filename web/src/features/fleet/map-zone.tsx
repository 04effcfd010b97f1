// The live map: beside the rest where there is room, on phones when it is asked for.
import { Button, Skeleton } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import classes from './dashboard.module.css'
import type { DriversMapProps } from './drivers-map.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const DriversMap = makeLazyPart(async () => (await import('./drivers-map.tsx')).DriversMap)

/** Whether it was asked for: by its button, or by the address that leads to it, each time anew. */
const useAsked = (show: () => void) => {
  const place = useLocation()
  const [before, setBefore] = useState(place)
  const [asked, setAsked] = useState(place.hash === '#map')
  if (before !== place) {
    setBefore(place)
    if (place.hash === '#map') setAsked(true)
  }
  useEffect(() => {
    if (place.hash === '#map') show()
  }, [place, show])
  return [asked, setAsked] as const
}

/** As the tools and the map above each other will take: nothing below them jumps. */
const height = 'max(100%, calc(54px + clamp(300px, 52dvh, 560px)))'

export const MapZone = (props: DriversMapProps) => {
  const t = useT()
  const isNarrow = useNarrow()
  const zone = useRef<HTMLDivElement>(null)
  const [show] = useState(() => () => zone.current?.scrollIntoView({ block: 'nearest' }))
  const [asked, setAsked] = useAsked(show)
  const { driver, onDriver } = props.choice
  // whoever is chosen in the list below is seen at the map
  useEffect(() => {
    if (driver !== null) show()
  }, [driver, show])
  const isShown = !isNarrow || asked || driver !== null
  const toggle = () => {
    setAsked(!isShown)
    if (isShown) onDriver(null)
  }
  return (
    <div ref={zone} className={classes.map} id="map">
      {isNarrow && (
        <Button
          variant="default"
          size="md"
          fullWidth
          mb={isShown ? 'sm' : 0}
          aria-expanded={isShown}
          leftSection={<IconMap size={18} aria-hidden />}
          onClick={toggle}
        >
          {t(isShown ? 'map_hide' : 'map_show')}
        </Button>
      )}
      {isShown && (
        <Suspense fallback={<Skeleton height={height} radius="lg" />}>
          <DriversMap {...props} />
        </Suspense>
      )}
    </div>
  )
}
