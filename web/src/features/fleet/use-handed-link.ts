// A link that the desk hands over itself, of an invitation or for a new password: shown once, to be copied.
import { formatPersonName } from '@wayfare/core/accounts'
import { makeInvitationLink, makeResetLink } from '@wayfare/contract/people-help'
import type { Person } from '@wayfare/contract/people'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { useNotify } from '../../ui/use-notify.ts'

const links = {
  invitation: { endpoint: makeInvitationLink, text: 'invitation_link_text' },
  reset: { endpoint: makeResetLink, text: 'reset_link_text' },
} as const

export const useHandedLink = (kind: keyof typeof links) => {
  const t = useT()
  const notify = useNotify()
  const format = useFormat()
  const alert = useAlert()
  const { endpoint, text } = links[kind]
  const { send } = useWrite<typeof makeInvitationLink | typeof makeResetLink>(endpoint)
  return async (person: Person): Promise<void> => {
    const { link, expiresAt } = await send({ id: person.id })
    const address = `${window.location.origin}${link}`
    const copy = async () => {
      await navigator.clipboard.writeText(address)
      notify(t('invitation_link_copied'))
    }
    const show = () =>
      alert(t(text, { name: formatPersonName(person), link: address, until: format.dateTime(expiresAt) }), {
        title: t('handed_link_title'),
        // where a browser does not let us copy, the link is shown again to be copied by hand
        action: { label: t('copy'), run: () => void copy().catch(show) },
      })
    show()
  }
}
