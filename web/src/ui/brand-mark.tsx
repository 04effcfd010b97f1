// The operator's name beside the mark: two streets that meet.
import styles from './brand-mark.module.css'

export const BrandMark = ({ name }: { name: string }) => (
  <span className={styles.brand}>
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden>
      <rect width="32" height="32" rx="9" fill="#121a14" />
      <path
        d="M6 10l4.6 13 5.4-10 5.4 10L26 10"
        fill="none"
        stroke="#46f34d"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    <span>{name}</span>
  </span>
)
