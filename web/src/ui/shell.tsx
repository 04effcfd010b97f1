// The frame of signed-in pages: links beside the page, as icons, in a drawer, or as tabs at the thumb.
import { Burger } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { SideDrawer } from './side-drawer.tsx'
import { SkipLink } from './skip-link.tsx'
import rail from './shell-rail.module.css'
import styles from './shell.module.css'
import { useText } from './text.ts'
import { useRail } from './use-narrow.ts'

type ShellLink = { to: string; label: string; icon: ReactNode }

/** A link by itself, or several under a heading that folds. */
export type ShellEntry = { heading: string | null; links: readonly ShellLink[] }

type ShellProps = {
  brand: ReactNode
  entries: readonly ShellEntry[]
  /** tabs at the bottom of phones instead of a drawer */
  tabs: boolean
  /** language, theme, account */
  end: ReactNode
  /** below the links of the drawer: the way out */
  foot: ReactNode
  /** banners above the page */
  banner?: ReactNode
  children: ReactNode
}

/** `titled`: the words of a link stand beside its icon only while one points at it */
type Picking = { onPick?: () => void; titled?: boolean }

const Links = ({ links, onPick, titled = false }: Picking & { links: readonly ShellLink[] }) =>
  links.map((link) => (
    <li key={link.to}>
      <NavLink
        to={link.to}
        end={link.to === '/'}
        className={styles.link}
        {...(titled ? { title: link.label } : {})}
        {...(onPick ? { onClick: onPick } : {})}
      >
        {link.icon}
        <span>{link.label}</span>
      </NavLink>
    </li>
  ))

const Entries = ({ entries, ...picking }: Picking & { entries: readonly ShellEntry[] }) => (
  <ul className={styles.list}>
    {entries.map(({ heading, links }) =>
      heading === null ? (
        <Links key={links[0]?.to} links={links} {...picking} />
      ) : (
        <li key={heading}>
          <details open>
            <summary className={styles.heading} {...(picking.titled ? { title: heading } : {})}>
              <span>{heading}</span>
            </summary>
            <ul className={styles.list}>
              <Links links={links} {...picking} />
            </ul>
          </details>
        </li>
      ),
    )}
  </ul>
)
const drawerWidth = 240

/** The link of the page that is open is in sight, however many there are. */
const useLinkInSight = () => {
  const nav = useRef<HTMLElement>(null)
  const [, section = ''] = useLocation().pathname.split('/')
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])]
    const open = links.find((link) => link.getAttribute('href') === `/${section}`)
    // with the next picture, for which the page is laid out anyway
    const frame = requestAnimationFrame(() => open?.scrollIntoView?.({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [section])
  return nav
}

export const Shell = ({ brand, entries, tabs, end, foot, banner, children }: ShellProps) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const side = useLinkInSight()
  const isRail = useRail() && !tabs
  return (
    <div className={`${styles.frame} ${tabs ? '' : rail.rail}`} data-tabs={tabs || undefined}>
      <SkipLink />
      <header className={styles.header}>
        {!tabs && (
          <Burger
            className={`${styles.burger} ${rail.burger}`}
            opened={opened}
            onClick={() => setOpened(true)}
            aria-label={t('menu_open')}
            size="sm"
          />
        )}
        <Link to="/" className={styles.home}>
          {brand}
        </Link>
        <div className={styles.end}>{end}</div>
      </header>
      <nav ref={side} className={`${styles.side} ${rail.side}`} aria-label={t('menu')}>
        <Entries entries={entries} titled={isRail} />
        <div className={styles.foot}>{foot}</div>
      </nav>
      <SideDrawer opened={opened} label={t('menu')} width={drawerWidth} onClose={close}>
        <Entries entries={entries} onPick={close} />
        <div className={styles.foot}>{foot}</div>
      </SideDrawer>
      <main id="main" tabIndex={-1} className={styles.main}>
        {banner}
        {children}
      </main>
      {tabs && (
        <nav className={styles.tabs} aria-label={t('menu')}>
          <ul className={styles.tabList}>
            <Links links={entries.flatMap(({ links }) => links)} />
          </ul>
        </nav>
      )}
    </div>
  )
}
