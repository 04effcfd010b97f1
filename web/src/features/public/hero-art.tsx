// A city at night with a ride through it: drawn once, since a picture that is painted anew all the time takes the whole time of a
// machine without a graphics card.
import { avenues, bridges, parks, ride, river, streets } from './hero-lines.ts'
import styles from './hero.module.css'

export const HeroArt = () => (
  <svg
    className={styles.art}
    viewBox="0 0 1600 1000"
    preserveAspectRatio="xMidYMid slice"
    aria-hidden
    fill="none"
    strokeLinejoin="round"
    strokeLinecap="round"
  >
    <path d={parks} fill="#18451f" />
    <path d={streets} stroke="#2a3b30" strokeWidth="5" />
    <path d={river} stroke="#0d2f3d" strokeWidth="84" />
    <path d={avenues} stroke="#344a3c" strokeWidth="11" />
    <path d={river} stroke="#10384a" strokeWidth="64" />
    <path d={bridges} stroke="#4a6555" strokeWidth="13" />
    <path d={ride} stroke="#46f34d" strokeWidth="22" opacity="0.16" />
    <path d={ride} stroke="#46f34d" strokeWidth="7" strokeDasharray="26 14" />
    <circle cx="1088" cy="873" r="13" fill="#111a14" stroke="#46f34d" strokeWidth="7" />
    <path transform="translate(1457 320)" d="M0 4C-16-16-22-26-22-36a22 22 0 1 1 44 0C22-26 16-16 0 4Z" fill="#46f34d" />
    <circle cx="1457" cy="284" r="8" fill="#111a14" />
  </svg>
)
