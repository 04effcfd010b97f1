// Languages and their texts, as edited by admins.
import { longestLocale } from '@wayfare/core/locales'
import { textLimits } from '@wayfare/core/texts'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { language } from './languages.ts'
import { epochMs, version } from './values.ts'

const pairs = z.record(z.string(), z.string())

/** A language as admins see it. */
export const languageRow = language.extend({
  version,
  createdAt: epochMs,
  /** texts the language needs, with its plural forms; how many have a translation; how many were edited here */
  texts: z.object({ all: z.int(), translated: z.int(), written: z.int() }),
})
export type LanguageRow = z.infer<typeof languageRow>

export const listLanguageRows = defineEndpoint({
  verb: 'languages.rows',
  path: 'GET /languages/all',
  summary: 'The languages with how far each is translated.',
  access: ['admin'],
  output: z.object({ languages: z.array(languageRow) }),
})

const id = z.string().max(40)
const fields = {
  langName: z.string().trim().min(1).max(60),
  /** a BCP 47 tag such as "pt-BR" */
  langLocale: z.string().trim().max(longestLocale),
  /** for dates and numbers: a BCP 47 tag, such as "ar-u-nu-latn" for Arabic with Latin digits */
  dateLocale: z.string().trim().max(longestLocale),
}
const fieldRefusals = ['demo_mode', 'proper_locale', 'locale_taken', 'name_taken', 'proper_text'] as const

export const addLanguage = defineEndpoint({
  verb: 'languages.add',
  path: 'POST /languages',
  summary: 'Adds a language that begins with the texts of the default one; it is not the default.',
  access: ['admin'],
  input: z.strictObject(fields),
  output: languageRow,
  refusals: [...fieldRefusals, 'quota_reached'],
})

export const changeLanguage = defineEndpoint({
  verb: 'languages.change',
  path: 'PUT /languages/:id',
  summary: 'Changes name and locales of a language; its readers follow it to another locale.',
  access: ['admin'],
  input: z.strictObject({ id, version: version.optional(), ...fields }),
  output: languageRow,
  refusals: ['not_found', 'row_changed', ...fieldRefusals],
})

export const makeDefaultLanguage = defineEndpoint({
  verb: 'languages.makeDefault',
  path: 'POST /languages/:id/default',
  summary: 'Makes a language the default one instead of the other.',
  access: ['admin'],
  input: z.strictObject({ id }),
  refusals: ['not_found', 'demo_mode'],
})

export const removeLanguage = defineEndpoint({
  verb: 'languages.remove',
  path: 'DELETE /languages/:id',
  summary: 'Deletes a language that is not the default; its readers have the default one from then on.',
  access: ['admin'],
  input: z.strictObject({ id }),
  refusals: ['not_found', 'demo_mode', 'default_language'],
})

export const getPairs = defineEndpoint({
  verb: 'languages.pairs',
  path: 'GET /languages/:id/pairs',
  summary: 'The texts of a language as they are worked on.',
  access: ['admin'],
  input: z.strictObject({ id }),
  output: z.object({
    language: languageRow,
    /** the English texts of this version; their placeholders apply to every language */
    english: pairs,
    /** the language's own texts before any edits */
    own: pairs,
    /** fallback texts where it has none: English, or the language it was started from */
    lent: pairs,
    /** texts edited here; they take precedence over all others */
    written: pairs,
  }),
  refusals: ['not_found'],
})

export const savePairs = defineEndpoint({
  verb: 'languages.savePairs',
  path: 'PUT /languages/:id/pairs',
  summary:
    'Writes texts of a language by key; the others stay. Null or an empty text takes back what was written. `details.fields` names the key of each text that was refused.',
  access: ['admin'],
  input: z.strictObject({
    id,
    version: version.optional(),
    changes: z.record(
      z.string().max(200),
      z
        .string()
        .max(4 * textLimits.characters)
        .nullable(),
    ),
  }),
  output: languageRow,
  refusals: [
    'not_found',
    'row_changed',
    'demo_mode',
    'text_key',
    'text_length',
    'text_characters',
    'text_placeholders',
    'quota_reached',
  ],
  bodyBytes: 2_000_000,
})
