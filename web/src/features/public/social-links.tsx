// The operator's pages elsewhere, as far as the settings name them.
import { ActionIcon, Group } from '@mantine/core'
import { IconBrandFacebook, IconBrandInstagram, IconBrandX } from '@tabler/icons-react'
import { useSettings } from '../../api/queries.ts'
import { webAddress } from './site-links.ts'

export const SocialLinks = () => {
  const settings = useSettings().data
  const places = [
    { name: 'Facebook', address: webAddress(settings?.facebookHandle ?? ''), icon: IconBrandFacebook },
    { name: 'X', address: webAddress(settings?.twitterHandle ?? ''), icon: IconBrandX },
    { name: 'Instagram', address: webAddress(settings?.instagramHandle ?? ''), icon: IconBrandInstagram },
  ]
  const shown = places.filter(({ address }) => address !== null)
  if (shown.length === 0) return null
  return (
    <Group gap={4}>
      {shown.map(({ name, address, icon: Icon }) => (
        <ActionIcon
          key={name}
          component="a"
          href={address ?? ''}
          target="_blank"
          rel="noreferrer noopener"
          variant="subtle"
          color="neutral"
          size={44}
          aria-label={name}
        >
          <Icon size={22} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
