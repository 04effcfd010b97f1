// The texts that come with this version, by language: what an operator writes lies over them, and they are stored nowhere else.
import type { Texts } from '@wayfare/core/texts'
import arabic from './texts/ar.json' with { type: 'json' }
import english from './texts/en.json' with { type: 'json' }
import spanish from './texts/es.json' with { type: 'json' }
import swedish from './texts/sv.json' with { type: 'json' }

export const shippedEnglish: Texts = english

export const shippedTexts: Readonly<Record<string, Texts>> = { ar: arabic, en: english, es: spanish, sv: swedish }
