// Registration of a driver: person, vehicle and licence; an admin has the next word.
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { signUpDriver, type SignUpResult } from '@wayfare/contract/sign-in-sign-up'
import { asId } from '@wayfare/core/ids'
import { useState, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { isCallError } from '../../api/call.ts'
import { useSettings } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useLanguage, useT } from '../../i18n/provider.tsx'
import styles from './auth.module.css'
import drive from './drive.module.css'
import { readFormText } from './form-text.ts'
import { chooseInputTitle } from '../../ui/failures.ts'
import { chooseVerifyTitle, verifyText } from '../../shared/mail-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { goToNextField } from './next-field.ts'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { PersonFields } from './person-fields.tsx'
import {
  listPersonProblems,
  listVehicleProblems,
  readPerson,
  readVehicle,
  type PersonField,
  type Problems,
  type VehicleField,
} from './registration-form.ts'
import { useAutoSignIn } from './use-auto-sign-in.ts'
import { useLicensePhoto } from './use-license-photo.ts'
import { usePhoneCountry } from '../../shared/use-phone-country.ts'
import { useProblems } from './use-problems.ts'
import { useRegistration } from './use-registration.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const VehicleFields = makeLazyPart(async () => (await import('./vehicle-fields.tsx')).VehicleFields, <Spinner tall={false} />)
const LicenseField = makeLazyPart(
  async () => (await import('../../shared/license-field.tsx')).LicenseField,
  <Spinner tall={false} />,
)
const DriveDone = makeLazyPart(async () => (await import('./drive-done.tsx')).DriveDone, <Spinner tall={false} />)

type Field = PersonField | VehicleField | 'license'

type Done = SignUpResult & { email: string }

const useDriveForm = () => {
  const rule = useSettings().data?.passwordRule ?? 'spec'
  const { language } = useLanguage()
  const phone = usePhoneCountry()
  const registration = useRegistration()
  const license = useLicensePhoto()
  const signInSoon = useAutoSignIn()
  const signingUp = useWrite(signUpDriver)
  const { problems, show, onInput } = useProblems<Field>()
  const [done, setDone] = useState<Done | null>(null)
  const send = async (form: HTMLFormElement) => {
    const person = await readPerson(form, phone.dialCode)
    const vehicle = readVehicle(form)
    const found: Problems<Field> = {
      ...listPersonProblems(person, rule),
      ...listVehicleProblems(vehicle),
      ...(license.photo ? {} : { license: 'license_missing' }),
    }
    if (!show(form, found)) return
    const referralId = readFormText(form, 'referralId').trim()
    const make = async () => {
      const licenseImage = await license.upload()
      const input = {
        ...person,
        ...vehicle,
        carType: asId<'carType'>(vehicle.carType),
        licenseImage,
        referralId,
        language: language.langLocale,
      }
      return signingUp.send(input).catch((cause: unknown) => {
        if (isCallError(cause) && cause.key === 'upload_expired') license.forgetUpload()
        throw cause
      })
    }
    const made = await registration.register(person, referralId, make)
    if (!made) return
    setDone({ ...made, email: person.email })
    if (made.approved && made.outcome === 'account_create_successfully') signInSoon(person)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void registration.run(() => send(form))
  }
  return { ...registration, phone, license, problems, done, onInput, submit }
}

const DriveForm = ({ form }: { form: ReturnType<typeof useDriveForm> }) => {
  const t = useT()
  const { search } = useLocation()
  const { problems, license, done } = form
  return (
    <>
      <h1 className={styles.title}>{t('drive_title')}</h1>
      <Text mb="lg">{t('drive_intro')}</Text>
      <form onSubmit={form.submit} onFocus={form.prepare} onInput={form.onInput} onKeyDown={goToNextField} noValidate>
        <Stack gap="xl">
          <section className={drive.section} aria-labelledby="drive-you">
            <h2 id="drive-you">{t('drive_you')}</h2>
            <PersonFields problems={problems} phone={form.phone} referral={form.referral} />
          </section>
          <section className={drive.section} aria-labelledby="drive-vehicle">
            <h2 id="drive-vehicle">{t('drive_vehicle')}</h2>
            <VehicleFields problems={problems} />
          </section>
          <section className={drive.section} aria-labelledby="drive-license">
            <h2 id="drive-license">{t('drive_license')}</h2>
            <p>{t('drive_license_text')}</p>
            <LicenseField license={license} error={problems.license} />
          </section>
          <Alert color="info">{t('drive_approval')}</Alert>
          <Stack>
            <Button type="submit" size="lg" loading={form.busy} disabled={done !== null} fullWidth>
              {t('drive_submit')}
            </Button>
            <Button component={Link} to="/login" variant="default" size="lg" fullWidth>
              {t('back')}
            </Button>
          </Stack>
        </Stack>
      </form>
      <Text ta="center" mt="lg">
        {t('drive_to_ride')}{' '}
        <Anchor component={Link} to={{ pathname: '/register', search }}>
          {t('register_title')}
        </Anchor>
      </Text>
    </>
  )
}

export const DrivePage = () => {
  const t = useT()
  const navigate = useNavigate()
  const form = useDriveForm()
  const { done } = form
  return (
    <div className={styles.page}>
      <div className={`${styles.card} ${styles.wide}`}>
        {done && !done.approved ? (
          <DriveDone email={done.email} outcome={done.outcome} mail={done.mail} />
        ) : (
          <DriveForm form={form} />
        )}
      </div>
      {done?.approved && done.outcome === 'account_create_successfully' && (
        <OutcomeDialog title={t(chooseInputTitle(done.outcome))} message={`${t(done.outcome)} ${t('register_soon')}`} />
      )}
      {done?.approved && done.outcome === 'email_verify_message' && (
        <OutcomeDialog
          title={t(chooseVerifyTitle(done.mail))}
          message={verifyText(t, done.mail)}
          onClose={() => void navigate('/login')}
        />
      )}
    </div>
  )
}
