// Three things that are true of every ride.
import { IconCoins, IconMapSearch, IconShieldCheck } from '@tabler/icons-react'
import { useT } from '../../i18n/provider.tsx'
import styles from './highlights.module.css'

const items = [
  { key: 'price', icon: IconCoins },
  { key: 'live', icon: IconMapSearch },
  { key: 'safe', icon: IconShieldCheck },
] as const

export const Highlights = () => {
  const t = useT()
  return (
    <section className={`wf-container ${styles.section}`} aria-labelledby="highlights-title">
      <h2 id="highlights-title" className={styles.title}>
        {t('highlights_title')}
      </h2>
      <div className={styles.items}>
        {items.map(({ key, icon: Icon }) => (
          <div key={key} className={styles.item}>
            <span className={styles.icon}>
              <Icon size={28} aria-hidden />
            </span>
            <h3>{t(`highlight_${key}_title`)}</h3>
            <p>{t(`highlight_${key}_text`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
