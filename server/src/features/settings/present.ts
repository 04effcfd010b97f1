// The settings as an admin sees them: everything except the license, of which only the last characters are shown.
import type { AllSettings } from '@wayfare/contract/settings'
import type { Settings } from '@wayfare/core/settings'
import type { Deps } from '../../deps.ts'
import { getDelivery } from '../../jobs/messages.ts'

/** The purpose for which the license is sealed; it is never stored in clear text. */
export const licenseSeal = 'setting.license'

const lettersShown = 4
/** Shorter licenses show no characters, which would give too much away. */
const shortest = 12

/** The settings and their version, which counts the saves. */
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
