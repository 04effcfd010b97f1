// The settings as an admin sees them: everything but the license, of which the last characters show which one it is.
import type { AllSettings } from '@wayfare/contract/settings'
import type { Settings } from '@wayfare/core/settings'
import type { Deps } from '../../deps.ts'
import { getDelivery } from '../../jobs/messages.ts'

/** What the license is sealed for: it lies in the table's JSON and nowhere in clear. */
export const licenseSeal = 'setting.license'

const lettersShown = 4
/** A shorter license would be given away by its end (characters). */
const shortest = 12

/** The settings and how often people saved them. */
export type StoredSettings = { settings: Settings; version: number }

const presentLicense = ({ secrets }: Deps, sealed: string): AllSettings['license'] => {
  const license = secrets.open(sealed, licenseSeal) ?? ''
  return { isSet: sealed !== '', lastFour: license.length < shortest ? '' : license.slice(-lettersShown) }
}

export const presentAll = (deps: Deps, { settings, version }: StoredSettings, currencyInUse: boolean): AllSettings => {
  const { license, ...shown } = settings
  return {
    settings: shown,
    license: presentLicense(deps, license),
    licenseChecked: deps.services.license !== null,
    currencyInUse,
    messages: { mail: getDelivery(deps, 'mail'), sms: getDelivery(deps, 'sms') },
    version,
  }
}
