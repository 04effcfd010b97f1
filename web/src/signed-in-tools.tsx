// What the header of public pages has more for those who are signed in, fetched for them: the palette and who one is.
import type { Me } from '@wayfare/contract/accounts'
import type { ReactNode } from 'react'
import { FramePalette } from './frame-palette.tsx'
import { AccountMenu } from './account-menu.tsx'

type SignedInToolsProps = { me: Me; /** what everybody has stands between them */ children: ReactNode }

export const SignedInTools = ({ me, children }: SignedInToolsProps) => (
  <>
    <FramePalette me={me} bare />
    {children}
    <AccountMenu />
  </>
)
