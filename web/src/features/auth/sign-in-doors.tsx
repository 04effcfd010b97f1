// The ways in: by e-mail, by phone where the operator offers it, by a provider. While a code is on its way there is no other.
import { Tabs } from '@mantine/core'
import { useId, useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { Spinner } from '../../ui/spinner.tsx'
import '../../ui/tabs-styles.ts'
import { EmailForm } from './email-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { usePhoneSignIn, type PhoneSignIn } from './use-phone-sign-in.ts'

const PhonePanel = makeLazyPart(async () => (await import('./phone-panel.tsx')).PhonePanel, <Spinner tall={false} />)

type DoorsProps = { phone: PhoneSignIn; hasPhone: boolean }

/** The tabs may come while somebody is typing already: the form stays the same one below them. */
const Doors = ({ phone, hasPhone }: DoorsProps) => {
  const t = useT()
  const id = useId()
  const [chosen, setChosen] = useState('email')
  const tab = hasPhone ? chosen : 'email'
  const locked = phone.busy || phone.sent !== null
  const panel = { role: 'tabpanel', id: `${id}-panel-${tab}`, 'aria-labelledby': `${id}-tab-${tab}` }
  return (
    <Tabs id={id} value={tab} onChange={(value) => setChosen(value ?? 'email')}>
      {hasPhone && (
        <Tabs.List grow mb="md">
          <Tabs.Tab value="email" fz="md" h={48} disabled={locked}>
            {t('login_tab_email')}
          </Tabs.Tab>
          <Tabs.Tab value="phone" fz="md" h={48}>
            {t('login_tab_phone')}
          </Tabs.Tab>
        </Tabs.List>
      )}
      <div {...(hasPhone ? panel : {})}>{tab === 'email' ? <EmailForm /> : <PhonePanel phone={phone} />}</div>
    </Tabs>
  )
}

export const SignInDoors = () => {
  const hasPhone = useSettings().data?.mobileLoginEnabled === true
  const phone = usePhoneSignIn()
  return (
    <>
      <Doors phone={phone} hasPhone={hasPhone} />
      {!phone.sent && <SocialButtons />}
    </>
  )
}
