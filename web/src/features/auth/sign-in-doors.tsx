// The ways in: by e-mail, by phone where the operator offers it, by a provider. While a code is on its way there is no other.
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import '../../ui/tabs-styles.ts'
import { EmailForm } from './email-form.tsx'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { PhoneNumberForm } from './phone-number-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { usePhoneSignIn } from './use-phone-sign-in.ts'
import type { PhoneSignIn } from './use-phone-sign-in.ts'

const PhonePanel = ({ phone }: { phone: PhoneSignIn }) => {
  const { busy, sent } = phone
  if (!sent) return <PhoneNumberForm busy={busy} onStart={phone.prepare} onNumber={phone.request} />
  return (
    <PhoneCodeForm
      key={`${sent.verificationId} ${sent.triesLeft}`}
      sent={sent}
      busy={busy}
      onCode={phone.verify}
      onAgain={() => phone.request(sent.mobile)}
      onCancel={phone.cancel}
    />
  )
}

const BothTabs = ({ phone }: { phone: PhoneSignIn }) => {
  const t = useT()
  const [tab, setTab] = useState('email')
  const locked = phone.busy || phone.sent !== null
  return (
    <Tabs value={tab} onChange={(value) => setTab(value ?? 'email')} keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="email" fz="md" h={48} disabled={locked}>
          {t('login_tab_email')}
        </Tabs.Tab>
        <Tabs.Tab value="phone" fz="md" h={48}>
          {t('login_tab_phone')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="email">
        <EmailForm />
      </Tabs.Panel>
      <Tabs.Panel value="phone">
        <PhonePanel phone={phone} />
      </Tabs.Panel>
    </Tabs>
  )
}

export const SignInDoors = () => {
  const hasPhone = useSettings().data?.mobileLoginEnabled === true
  const phone = usePhoneSignIn()
  return (
    <>
      {hasPhone ? <BothTabs phone={phone} /> : <EmailForm />}
      {!phone.sent && <SocialButtons />}
    </>
  )
}
