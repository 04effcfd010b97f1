// Registration of a rider.
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { signUp, type SignUpResult } from '@wayfare/contract/sign-in-sign-up'
import { useState, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useLanguage, useT } from '../../i18n/provider.tsx'
import styles from './auth.module.css'
import { readFormText } from './form-text.ts'
import { goToNextField } from './next-field.ts'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { PersonFields } from './person-fields.tsx'
import { listPersonProblems, readPerson, type PersonField } from './registration-form.ts'
import { useAutoSignIn } from './use-auto-sign-in.ts'
import { usePhoneCountry } from '../../shared/use-phone-country.ts'
import { chooseInputTitle } from '../../ui/failures.ts'
import { chooseVerifyTitle, verifyText } from '../../shared/mail-text.ts'
import { useProblems } from './use-problems.ts'
import { useRegistration } from './use-registration.ts'

const useRegisterForm = () => {
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const { language } = useLanguage()
  const phone = usePhoneCountry()
  const registration = useRegistration()
  const signInSoon = useAutoSignIn()
  const signingUp = useWrite(signUp)
  const { problems, show, onInput } = useProblems<PersonField>()
  const [made, setMade] = useState<SignUpResult | null>(null)
  const send = async (form: HTMLFormElement) => {
    const person = await readPerson(form, phone.dialCode)
    if (!show(form, listPersonProblems(person, rule))) return
    const referralId = readFormText(form, 'referralId').trim()
    const make = () => signingUp.send({ ...person, referralId, language: language.langLocale })
    const answer = await registration.register(person, referralId, make)
    if (!answer) return
    setMade(answer)
    if (answer.outcome === 'account_create_successfully') signInSoon(person)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void registration.run(() => send(form))
  }
  return { ...registration, phone, problems, made, onInput, submit }
}

export const RegisterPage = () => {
  const t = useT()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { busy, phone, referral, problems, made, prepare, onInput, submit } = useRegisterForm()
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>{t('register_title')}</h1>
        <form onSubmit={submit} onFocus={prepare} onInput={onInput} onKeyDown={goToNextField} noValidate>
          <Stack>
            <PersonFields problems={problems} phone={phone} referral={referral} />
            <Button type="submit" size="lg" loading={busy} disabled={made !== null} fullWidth>
              {t('register')}
            </Button>
            <Button component={Link} to="/login" variant="default" size="lg" fullWidth>
              {t('back')}
            </Button>
          </Stack>
        </form>
        <Text ta="center" mt="lg">
          {t('register_to_drive')}{' '}
          <Anchor component={Link} to={{ pathname: '/drive', search }}>
            {t('drive_link')}
          </Anchor>
        </Text>
        <Text size="sm" c="dimmed" ta="center" mt="xs">
          <Anchor component={Link} to="/privacy-policy" size="sm">
            {t('nav_privacy')}
          </Anchor>
        </Text>
      </div>
      {made?.outcome === 'account_create_successfully' && (
        <OutcomeDialog title={t(chooseInputTitle(made.outcome))} message={`${t(made.outcome)} ${t('register_soon')}`} />
      )}
      {made?.outcome === 'email_verify_message' && (
        <OutcomeDialog
          title={t(chooseVerifyTitle(made.mail))}
          message={verifyText(t, made.mail)}
          onClose={() => void navigate('/login')}
        />
      )}
    </div>
  )
}
