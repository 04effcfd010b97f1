// The way in by phone: first the number, then the code that came to it.
import { PhoneCodeForm } from './phone-code-form.tsx'
import { PhoneNumberForm } from './phone-number-form.tsx'
import type { PhoneSignIn } from './use-phone-sign-in.ts'

export const PhonePanel = ({ phone }: { phone: PhoneSignIn }) => {
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
