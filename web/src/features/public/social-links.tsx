// The operator's pages elsewhere, as far as the settings name them.
import { ActionIcon, Group } from '@mantine/core'
import { IconBrandFacebook, IconBrandInstagram, IconBrandX } from '@tabler/icons-react'
import { useSettings } from '../../api/queries.ts'
import { Tip } from '../../ui/tip.tsx'
import { makeSocialAddress } from './site-links.ts'

/** `onHero`: over the dark picture. */
export const SocialLinks = ({ inHeader = false, onHero = false }: { inHeader?: boolean; onHero?: boolean }) => {
  const settings = useSettings().data
  const places = [
    { name: 'Facebook', address: makeSocialAddress('www.facebook.com', settings?.facebookHandle ?? ''), icon: IconBrandFacebook },
    { name: 'X', address: makeSocialAddress('x.com', settings?.twitterHandle ?? ''), icon: IconBrandX },
    {
      name: 'Instagram',
      address: makeSocialAddress('www.instagram.com', settings?.instagramHandle ?? ''),
      icon: IconBrandInstagram,
    },
  ]
  const shown = places.flatMap(({ address, ...place }) => (address === null ? [] : [{ ...place, address }]))
  if (shown.length === 0) return null
  return (
    <Group gap={0} wrap="nowrap">
      {shown.map(({ name, address, icon: Icon }) => (
        <Tip key={name} label={name} below={inHeader}>
          <ActionIcon
            component="a"
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            variant={onHero ? 'transparent' : 'subtle'}
            color={onHero ? 'white' : 'neutral'}
            aria-label={name}
          >
            <Icon size={22} aria-hidden />
          </ActionIcon>
        </Tip>
      ))}
    </Group>
  )
}
