// Languages and regions to choose from, by their names in the language of the page.
import { getLangLocale } from '@wayfare/core/locales'
import type { Choice } from './choice-lists.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Languages without a code of two letters. */
const longCodes = ['ast', 'ceb', 'chr', 'ckb', 'dsb', 'fil', 'fur', 'gsw', 'haw', 'hsb', 'kok', 'mai', 'mni', 'sat', 'smn', 'yue']
/** Languages that are written differently from place to place. */
const withRegion =
  'az-Cyrl bs-Cyrl de-AT de-CH en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es-419 es-AR es-ES es-MX fr-BE fr-CA fr-CH ' +
  'nl-BE pa-Arab pt-BR pt-PT sr-Latn sv-FI sw-KE uz-Cyrl zh-Hans zh-Hant zh-HK'
/** Where dates and numbers are written in a way of their own. */
const datesWithRegion =
  'ar-AE ar-DZ ar-EG ar-IQ ar-JO ar-KW ar-LB ar-LY ar-MA ar-OM ar-QA ar-SA ar-SD ar-SY ar-TN ar-YE ar-u-nu-latn bn-BD bn-IN ' +
  'ca-ES cs-CZ da-DK de-DE el-CY el-GR en-AE en-HK en-KE en-NG en-PH en-PK en-SG es-BO es-CL es-CO es-CR es-DO es-EC es-GT es-HN ' +
  'es-NI es-PA es-PE es-PR es-PY es-SV es-US es-UY es-VE et-EE fa-IR fa-IR-u-ca-gregory fi-FI fr-FR he-IL hi-IN hr-HR hu-HU id-ID ' +
  'it-CH it-IT ja-JP ko-KR lt-LT lv-LV ms-MY ms-SG nb-NO nl-NL pl-PL pt-AO pt-MZ ro-MD ro-RO ru-KZ ru-RU sk-SK sl-SI sv-SE th-TH ' +
  'th-TH-u-ca-gregory tr-CY tr-TR uk-UA ur-IN ur-PK vi-VN zh-CN zh-SG zh-TW'

const codes = (): string[] => {
  const short = letters.flatMap((first) => letters.map((second) => first + second))
  return [...short, ...longCodes].filter((code) => getLangLocale(code) === code)
}

/** Of a tag that says more (digits, calendar), which some browsers have no name for, the name of the rest. */
const nameOf = (names: Intl.DisplayNames, tag: string): string | undefined => {
  try {
    return names.of(new Intl.Locale(tag).baseName)
  } catch {
    return undefined
  }
}

/** "Swedish (Finland)" in the language of the page; the tag where there is no name. */
export const formatLocaleName = (readerLocale: string, tag: string): string =>
  nameOf(new Intl.DisplayNames(readerLocale, { type: 'language' }), tag) ?? tag

/** What the language calls itself, with a capital letter where it has such. */
export const formatOwnName = (tag: string): string => {
  const name = formatLocaleName(tag, tag)
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1)
}

const choicesOf = (readerLocale: string, tags: readonly string[]): Choice[] => {
  const names = new Intl.DisplayNames(readerLocale, { type: 'language', fallback: 'none' })
  return [...new Set(tags)]
    .flatMap((value) => {
      const name = nameOf(names, value)
      return name === undefined || name === value ? [] : [{ value, label: `${name} · ${value}` }]
    })
    .toSorted((a, b) => a.label.localeCompare(b.label, readerLocale))
}

const withStored = (choices: Choice[], stored: string): Choice[] =>
  stored === '' || choices.some(({ value }) => value === stored) ? choices : [{ value: stored, label: stored }, ...choices]

/** Those of the texts; the stored one is among them even when this browser does not know it. */
export const listLangLocaleChoices = (readerLocale: string, stored: string): Choice[] =>
  withStored(choicesOf(readerLocale, [...codes(), ...withRegion.split(' ')]), stored)

/** Those of dates and numbers. */
export const dateLocaleChoices = (readerLocale: string, stored: string): Choice[] =>
  withStored(choicesOf(readerLocale, [...codes(), ...withRegion.split(' '), ...datesWithRegion.split(' ')]), stored)
