// Amounts and ways as the pages write them in English, under the settings of the product.
import { getSettings } from '@wayfare/contract/settings'
import { makeFormat, type Format } from '@wayfare/core/format'
import { call } from './api.ts'

export const readFormat = async (origin: string): Promise<Format> =>
  makeFormat((await call(origin, getSettings, {})).settings, { langLocale: 'en', dateLocale: 'en-GB' })

/** With plain spaces, as tests compare texts. */
export const plain = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()
