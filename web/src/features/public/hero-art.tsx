// A city at night, drawn, with a ride through it; cars drive in wide windows, unless less motion is wanted.
import { useMediaQuery } from '@mantine/hooks'
import {
  artHeight,
  artWidth,
  avenues,
  bridges,
  carPaths,
  parks,
  rideEnd,
  ridePath,
  rideStart,
  river,
  streets,
} from './hero-streets.ts'
import styles from './hero.module.css'

const Car = ({ path, seconds }: { path: string; seconds: number }) => (
  <g>
    <g transform="translate(-11 -6)">
      <rect width="22" height="12" rx="5" fill="#e6ede7" />
      <rect x="13" y="2" width="5" height="8" rx="2" fill="#16201a" />
    </g>
    <animateMotion path={path} dur={`${seconds}s`} repeatCount="indefinite" rotate="auto" />
  </g>
)

export const HeroArt = () => {
  const isMoving = useMediaQuery('(min-width: 768px) and (prefers-reduced-motion: no-preference)', false)
  return (
    <svg
      className={styles.art}
      viewBox={`0 0 ${artWidth} ${artHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      fill="none"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <rect x="-400" y="-400" width="2400" height="1800" fill="#111a14" />
      <path d={parks.join('')} fill="#18451f" />
      <path d={streets.join('')} stroke="#2a3b30" strokeWidth="5" />
      <path d={river} stroke="#0d2f3d" strokeWidth="84" />
      <path d={river} stroke="#103443" strokeWidth="60" opacity="0.55" />
      <path d={avenues.join('')} stroke="#3a5143" strokeWidth="11" opacity="0.9" />
      <path d={river} stroke="#10384a" strokeWidth="64" />
      <path d={bridges.join('')} stroke="#4a6555" strokeWidth="13" />
      <path d={ridePath} stroke="#46f34d" strokeWidth="22" opacity="0.16" />
      <path d={ridePath} stroke="#46f34d" strokeWidth="7" className={styles.ride} />
      <circle cx={rideStart[0]} cy={rideStart[1]} r="13" fill="#111a14" stroke="#46f34d" strokeWidth="7" />
      <g transform={`translate(${rideEnd[0]} ${rideEnd[1]})`}>
        <path d="M0 4C-16-16-22-26-22-36a22 22 0 1 1 44 0C22-26 16-16 0 4Z" fill="#46f34d" />
        <circle cy="-36" r="8" fill="#111a14" />
      </g>
      {isMoving && carPaths.map((path, index) => <Car key={path} path={path} seconds={46 + index * 13} />)}
    </svg>
  )
}
