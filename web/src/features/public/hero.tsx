// The first thing a visitor sees: the city behind, the slogan, and what can be done right away. A small one heads a page of text.
import { useEffect, useRef, type ReactNode } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { HeroArt } from './hero-art.tsx'
import styles from './hero.module.css'

const wideAndMoving = '(min-width: 768px) and (prefers-reduced-motion: no-preference)'

/** The background moves at a third of the scroll from 768 px width, unless less motion is wanted. */
const useParallax = () => {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const wide = window.matchMedia(wideAndMoving)
    const move = () => {
      if (target.current) target.current.style.translate = wide.matches ? `0 ${Math.round(window.scrollY / 3)}px` : ''
    }
    move()
    window.addEventListener('scroll', move, { passive: true })
    wide.addEventListener('change', move)
    return () => {
      window.removeEventListener('scroll', move)
      wide.removeEventListener('change', move)
    }
  }, [])
  return target
}

/** 90 % of the window's height, at most 1000 px; a small one has 380 px. */
const Scene = () => {
  const back = useParallax()
  return (
    <div className={styles.scene} data-part="scene">
      <div className={styles.back} ref={back} data-part="back">
        <HeroArt />
      </div>
      <div className={styles.overlay} />
    </div>
  )
}

/** On phones the aside stands below the form, which is reached without scrolling. */
type HeroProps = { form: ReactNode; aside: ReactNode }

export const Hero = ({ form, aside }: HeroProps) => {
  const t = useT()
  return (
    <section className={styles.hero} data-alone={form ? undefined : true}>
      <Scene />
      <div className={`wf-container ${styles.inside}`}>
        <div className={styles.words}>
          <div>
            <h1 className={styles.slogan}>{t('hero_slogan')}</h1>
            <p className={styles.text}>{t('hero_text')}</p>
          </div>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
        {form && <div className={styles.form}>{form}</div>}
      </div>
    </section>
  )
}

export const SmallHero = ({ title }: { title: string }) => (
  <section className={styles.hero} data-small>
    <Scene />
    <div className={`wf-container ${styles.title}`}>
      <h1>{title}</h1>
    </div>
  </section>
)
