// How rider and driver reach the desk when only it can help: a call where the operator has set a number, else a message.
import { Button } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useSettings } from '../api/queries.ts'
import { useT } from '../i18n/provider.tsx'
import { makePhoneLink } from './phone-link.ts'

export const DeskContact = () => {
  const t = useT()
  const { deskNumber = '', contactEmail = '' } = useSettings().data ?? {}
  if (deskNumber === '' && contactEmail === '') return null
  const [href, Icon, label] =
    deskNumber === ''
      ? ([`mailto:${contactEmail}`, IconMail, t('desk_write')] as const)
      : ([makePhoneLink(deskNumber), IconPhone, t('desk_call')] as const)
  return (
    <Button component="a" href={href} size="lg" variant="default" leftSection={<Icon size={20} aria-hidden />}>
      {label}
    </Button>
  )
}
