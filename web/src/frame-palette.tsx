// The palette of whoever is signed in, with the pages of the role: the signed-in frame has it, and the public one fetches it.
import type { Me } from '@wayfare/contract/accounts'
import { useIsDemo } from './api/queries.ts'
import { listEntries, listLinks } from './drawer-links.ts'
import { useT } from './i18n/provider.tsx'
import { PaletteOpener } from './features/palette/palette-opener.tsx'

type FramePaletteProps = { me: Me; /** its button has no words */ bare?: boolean }

export const FramePalette = ({ me, bare = false }: FramePaletteProps) => {
  const t = useT()
  const links = listEntries(me.userType, listLinks(useIsDemo())).flatMap((entry) => entry.links)
  return <PaletteOpener me={me} pages={links.map(({ to, label, icon }) => ({ to, label: t(label), icon }))} bare={bare} />
}
