// The link of an invitation where no mail goes out: shown once, to be copied and handed over.
import { notifications } from '@mantine/notifications'
import { makeInvitationLink } from '@wayfare/contract/accounts-people'
import type { Person } from '@wayfare/contract/accounts-people'
import { call } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { nameOf } from './person-words.tsx'

export const useInvitationLink = () => {
  const t = useT()
  const format = useFormat()
  const alert = useAlert()
  return async (person: Person): Promise<void> => {
    const { link, expiresAt } = await call(makeInvitationLink, { id: person.id })
    const address = `${window.location.origin}${link}`
    const copy = async () => {
      await navigator.clipboard.writeText(address)
      notifications.show({ message: t('invitation_link_copied') })
    }
    const show = () =>
      alert(t('invitation_link_text', { name: nameOf(person), link: address, until: format.dateTime(expiresAt) }), {
        // where a browser does not let us copy, the link is shown again to be copied by hand
        action: { label: t('copy'), run: () => void copy().catch(show) },
      })
    show()
  }
}
