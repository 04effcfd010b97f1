// The available languages, and their texts by key.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const language = z.object({
  id: z.string(),
  langName: z.string(),
  langLocale: z.string(),
  dateLocale: z.string(),
  default: z.boolean(),
  direction: z.enum(['ltr', 'rtl']),
})
export type Language = z.infer<typeof language>

const pairs = z.record(z.string(), z.string())

export const listLanguages = defineEndpoint({
  verb: 'languages.list',
  path: 'GET /languages',
  summary: 'The languages on offer; exactly one is the default.',
  access: 'public',
  output: z.object({ languages: z.array(language) }),
})

export const getTexts = defineEndpoint({
  verb: 'languages.texts',
  path: 'GET /languages/:langLocale/texts',
  summary: 'All texts of a language by key; a key it lacks has the English text.',
  access: 'public',
  input: z.strictObject({ langLocale: z.string().regex(/^[A-Za-z0-9-]{2,35}$/) }),
  output: z.object({ langLocale: z.string(), keyValuePairs: pairs }),
  refusals: ['not_found'],
})
