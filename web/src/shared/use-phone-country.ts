// The country of a phone number: the operator's, unless people may choose another.
import { findDialCode } from '@wayfare/core/dial-codes'
import { useState } from 'react'
import { useSettings } from '../api/queries.ts'

export type PhoneCountry = {
  /** two letters; empty until the settings are there */
  country: string
  /** without a plus sign; empty for a country without phone numbers */
  dialCode: string
  /** null where the operator's country is the only one */
  choose: ((country: string) => void) | null
}

export const usePhoneCountry = (): PhoneCountry => {
  const settings = useSettings().data
  const [chosen, setChosen] = useState<string | null>(null)
  const mayChoose = settings?.allowCountrySelection ?? false
  const country = (mayChoose ? chosen : null) ?? settings?.country ?? ''
  return { country, dialCode: findDialCode(country) ?? '', choose: mayChoose ? setChosen : null }
}
