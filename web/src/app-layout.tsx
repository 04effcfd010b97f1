// Signed-in pages: the links of the role, and who one is.
import '@mantine/core/styles.layer.css'
import { Button } from '@mantine/core'
import { isDeskRole } from '@wayfare/core/accounts'
import { IconLogout } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useIsDemo, useSettings } from './api/queries.ts'
import { useSession } from './api/session.tsx'
import { groupLabels, listEntries, listLinks, type DrawerEntry } from './drawer-links.ts'
import { FramePalette } from './frame-palette.tsx'
import { useT } from './i18n/provider.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageSelect } from './shared/language-select.tsx'
import { LockBanner } from './lock-banner.tsx'
import { useSignOut } from './shared/use-sign-out.ts'
import { BrandMark } from './ui/brand-mark.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Shell, type ShellEntry } from './ui/shell.tsx'
import { ThemeToggle } from './ui/theme-toggle.tsx'
import { WaitingPart } from './ui/waiting-part.tsx'

const size = { size: 22, 'aria-hidden': true } as const

const useDrawer = () => {
  const { me } = useSession()
  const isDemo = useIsDemo()
  return me ? listEntries(me.userType, listLinks(isDemo)) : []
}

const entriesOf = (drawer: readonly DrawerEntry[], t: (key: string) => string): readonly ShellEntry[] =>
  drawer.map(({ group, links }) => ({
    heading: group && t(groupLabels[group]),
    links: links.map(({ to, label, icon: Icon }) => ({ to, label: t(label), icon: <Icon {...size} /> })),
  }))

export const AppLayout = () => {
  const t = useT()
  const { me } = useSession()
  const settings = useSettings().data
  const leave = useSignOut()
  const entries = entriesOf(useDrawer(), t)
  const isPhoneFirst = me !== null && !isDeskRole(me.userType)
  return (
    <Shell
      brand={<BrandMark name={settings?.appName ?? 'Wayfare'} />}
      entries={entries}
      tabs={isPhoneFirst && entries.length > 1}
      foot={
        <Button
          variant="subtle"
          color="neutral"
          size="md"
          fullWidth
          justify="start"
          px={12}
          fz="var(--wf-text-entry)"
          fw={500}
          leftSection={<IconLogout {...size} />}
          onClick={leave}
        >
          {t('sign_out')}
        </Button>
      }
      banner={<OfflineNotice />}
      end={
        <>
          {me && <FramePalette me={me} />}
          <LanguageSelect />
          <ThemeToggle />
          <AccountMenu />
        </>
      }
    >
      <LockBanner />
      <Suspense fallback={<WaitingPart />}>
        <Outlet />
      </Suspense>
    </Shell>
  )
}
