// Languages and their texts by key.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { empty } from './values.ts'

export const language = z.object({
  id: z.string(),
  langName: z.string(),
  langLocale: z.string(),
  dateLocale: z.string(),
  default: z.boolean(),
  direction: z.enum(['ltr', 'rtl']),
})
export type Language = z.infer<typeof language>

export const listLanguages = endpoint({
  verb: 'languages.list',
  path: 'GET /languages',
  summary: 'The languages on offer; exactly one is the default.',
  access: 'public',
  input: empty,
  output: z.object({ languages: z.array(language) }),
})

export const getTexts = endpoint({
  verb: 'languages.texts',
  path: 'GET /languages/:langLocale/texts',
  summary: 'All texts of a language by key; a key it lacks has the English text.',
  access: 'public',
  input: z.strictObject({ langLocale: z.string().regex(/^[A-Za-z-]{2,12}$/) }),
  output: z.object({ langLocale: z.string(), keyValuePairs: z.record(z.string(), z.string()) }),
  refusals: ['not_found'],
})
