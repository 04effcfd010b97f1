// The tables of the settings and of the languages.
import type { Generated, JSONColumnType } from 'kysely'
import type { PairsColumn, Timestamp } from './columns.ts'

export type SettingTables = {
  setting: {
    id: Generated<number>
    data: JSONColumnType<Record<string, unknown>>
    version: Generated<number>
    updatedAt: Timestamp
  }
  language: {
    id: string
    langName: string
    langLocale: string
    dateLocale: string
    isDefault: Generated<boolean>
    keyValuePairs: JSONColumnType<Record<string, string>>
    copiedPairs: PairsColumn
    version: Generated<number>
    createdAt: Timestamp
  }
}
