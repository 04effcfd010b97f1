// Requests to the vendor's license service, if the installation uses one.
import { Refusal } from '@wayfare/core/errors'
import { isOutage } from '../../adapters/ports.ts'
import type { Deps } from '../../deps.ts'

/** Refuses a license that the service does not know; no answer counts as a no. */
export const checkLicense = async ({ services, log }: Deps, license: string): Promise<void> => {
  if (!services.license || license === '') return
  const isGood = await services.license.check({ reqType: 'settings', license }).catch((error: unknown) => {
    if (!isOutage(error)) throw error
    log.warn({ reason: error.message }, 'a license could not be checked')
    return false
  })
  if (!isGood) throw new Refusal('wrong_code')
}

/** At each sign-in: refuses with 1 if the service says no, with 2 if it does not answer. */
export const checkBaseSettings = async ({ services, log }: Deps): Promise<void> => {
  if (!services.license) return
  const isGood = await services.license.check({ reqType: 'auth' }).catch((error: unknown) => {
    if (!isOutage(error)) throw error
    log.warn({ reason: error.message }, 'the base settings could not be checked')
    throw new Refusal('base_settings_error_2')
  })
  if (!isGood) throw new Refusal('base_settings_error_1')
}
