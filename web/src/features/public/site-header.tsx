// The header of public pages: clear over the hero, in colour once the page has scrolled past 400 px.
import { ActionIcon } from '@mantine/core'
import { useWindowScroll } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { LanguageSelect } from '../../shared/language-select.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import styles from './site-header.module.css'
import { listSiteLinks } from './site-links.ts'
import { SocialLinks } from './social-links.tsx'

const colourAfterPx = 400

type SiteHeaderProps = {
  overHero: boolean
  /** sets others beside the tools that everybody has */ around: (tools: ReactNode) => ReactNode
}

export const SiteHeader = ({ overHero, around }: SiteHeaderProps) => {
  const t = useT()
  const { me } = useSession()
  const name = useSettings().data?.appName ?? 'Wayfare'
  const [{ y }] = useWindowScroll()
  const [opened, setOpened] = useState(false)
  const isClear = overHero && y <= colourAfterPx
  const links = listSiteLinks(me !== null)
  const list = (onPick?: () => void) =>
    links.map(({ to, key }) => (
      <li key={to}>
        <NavLink to={to} end className={styles.link} {...(onPick ? { onClick: onPick } : {})}>
          {t(key)}
        </NavLink>
      </li>
    ))
  return (
    <header
      className={styles.header}
      data-clear={isClear || undefined}
      data-moved={(isClear && y > 8) || undefined}
      data-over={overHero || undefined}
    >
      <div className={`wf-container ${styles.inside}`}>
        <ActionIcon
          className={styles.burger}
          variant={isClear ? 'transparent' : 'subtle'}
          color={isClear ? 'white' : 'neutral'}
          onClick={() => setOpened(true)}
          aria-expanded={opened}
          aria-label={t('menu_open')}
        >
          <IconMenu2 size={26} aria-hidden />
        </ActionIcon>
        <Link to="/" className={styles.home}>
          <BrandMark name={name} />
        </Link>
        <nav className={styles.nav} aria-label={t('menu')}>
          <ul className={styles.list}>{list()}</ul>
        </nav>
        <div className={styles.end}>
          <div className={styles.social}>
            <SocialLinks inHeader onHero={isClear} />
          </div>
          {around(
            <>
              <LanguageSelect />
              <ThemeToggle bare={isClear} />
            </>,
          )}
        </div>
      </div>
      <SideDrawer opened={opened} label={t('menu')} width={260} onClose={() => setOpened(false)}>
        <ul className={styles.drawerList}>{list(() => setOpened(false))}</ul>
        <SocialLinks />
      </SideDrawer>
    </header>
  )
}
