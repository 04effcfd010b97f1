// The frame of signed-in pages: links beside the page, in a drawer, or as tabs at the thumb.
import { Burger } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { SideDrawer } from './side-drawer.tsx'
import { SkipLink } from './skip-link.tsx'
import styles from './shell.module.css'
import { useText } from './text.ts'

export type ShellLink = { to: string; label: string; icon: ReactNode }

export type ShellProps = {
  brand: ReactNode
  links: readonly ShellLink[]
  /** tabs at the bottom of phones instead of a drawer */
  tabs: boolean
  /** language, theme, account */
  end: ReactNode
  /** banners above the page */
  banner?: ReactNode
  children: ReactNode
}

const Links = ({
  links,
  onPick,
  className,
}: {
  links: readonly ShellLink[]
  onPick?: () => void
  className: string | undefined
}) => (
  <ul className={className}>
    {links.map((link) => (
      <li key={link.to}>
        <NavLink to={link.to} end={link.to === '/'} className={styles.link} {...(onPick ? { onClick: onPick } : {})}>
          {link.icon}
          <span>{link.label}</span>
        </NavLink>
      </li>
    ))}
  </ul>
)

export const Shell = ({ brand, links, tabs, end, banner, children }: ShellProps) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <div className={styles.frame} data-tabs={tabs || undefined}>
      <SkipLink />
      <header className={styles.header}>
        {!tabs && (
          <Burger
            className={styles.burger}
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
      <nav className={styles.side} aria-label={t('menu')}>
        <Links links={links} className={styles.list} />
      </nav>
      <SideDrawer opened={opened} label={t('menu')} onClose={close}>
        <Links links={links} onPick={close} className={styles.list} />
      </SideDrawer>
      <main id="main" tabIndex={-1} className={styles.main}>
        {banner}
        {children}
      </main>
      {tabs && (
        <nav className={styles.tabs} aria-label={t('menu')}>
          <Links links={links} className={styles.tabList} />
        </nav>
      )}
    </div>
  )
}
