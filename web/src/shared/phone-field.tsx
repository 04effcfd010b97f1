// A phone number: the country where it may be chosen, its dial code, and the digits behind it.
import { TextInput } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { useT } from '../i18n/provider.tsx'
import styles from './phone-field.module.css'
import { preparePhones } from './phones.ts'
import type { PhoneCountry } from './use-phone-country.ts'
import { makeLazyPart } from '../ui/lazy-part.ts'

const CountrySelect = makeLazyPart(async () => (await import('./country-select.tsx')).CountrySelect)

/** The dial code stands before the digits in every language. */
const leftToRight = (input: ReactNode) => <div dir="ltr">{input}</div>

type PhoneFieldProps = {
  phone: PhoneCountry
  error?: string | undefined
  /** where the digits are kept elsewhere than in the form itself */
  digits?: { value: string; onChange: (digits: string) => void }
  description?: string
  /** it has to be filled in */
  required?: boolean
}

/** In a form what is typed is the field `mobile`. */
export const PhoneField = ({ phone, error, digits, description, required }: PhoneFieldProps) => {
  const t = useT()
  return (
    <>
      {phone.choose && (
        <Suspense fallback={<TextInput label={t('country')} value={`+${phone.dialCode}`} dir="ltr" readOnly />}>
          <CountrySelect value={phone.country} onChange={phone.choose} />
        </Suspense>
      )}
      <TextInput
        name="mobile"
        aria-required={required}
        type="tel"
        label={t('mobile')}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={40}
        leftSection={<span className={styles.dialCode}>+{phone.dialCode}</span>}
        leftSectionWidth={64}
        inputContainer={leftToRight}
        onFocus={preparePhones}
        error={error}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(digits ? { value: digits.value, onChange: (event) => digits.onChange(event.currentTarget.value) } : {})}
      />
    </>
  )
}
