// What goes along with those who take the data elsewhere, table by table and column by column, and why the rest stays. A table or a
// column without a decision does not compile.
import { tariffWords } from '@wayfare/contract/fare-words'
import type { TariffField } from '@wayfare/core/fare'
import { makeTariffColumns } from './columns.ts'
import { bookings } from './export-columns-bookings.ts'
import { money } from './export-columns-money.ts'
import { people } from './export-columns-people.ts'
import {
  createdAt,
  inner,
  ownCurrency,
  version,
  type CarriedTable,
  type ColumnDecision,
  type Left,
  type TableDecision,
} from './export-decision.ts'
import { shippedEnglish } from './shipped-texts.ts'
import type { Tables } from './tables.ts'

const minor = 'amounts in minor units'

/** A field of a tariff as the desk reads it, in both units of distance. */
const describeTariffField = (field: TariffField): string => {
  const { label, inMiles = label } = tariffWords[field]
  return [...new Set([label, inMiles])].map((key) => String(shippedEnglish[key]).toLowerCase()).join(' or ')
}

const exportTables = {
  ...people,
  ...bookings,
  ...money,
  carType: {
    said: 'What riders choose from, and what it costs.',
    currency: ownCurrency,
    columns: {
      id: 'names the car type',
      position: 'its place in the list',
      name: 'its name',
      image: 'address of its picture',
      extraInfo: 'what riders read about it',
      ...makeTariffColumns((field) => ({ amount: describeTariffField(field) })),
      feeType: 'flat or percentage: the operator’s part',
      feeFlatMinor: { amount: 'that part where flat' },
      feeHundredths: 'that part as a percentage, in hundredths of a percent',
      category: 'taxi or delivery',
      parcelTypes: `JSON: types of parcels; ${minor}`,
      options: `JSON: options; ${minor}`,
      cancelSlabs: `JSON: what cancelling costs, and when; ${minor}`,
      version,
      removedAt: 'when it was removed',
      createdAt,
    },
  },
  cancelReason: {
    said: 'Reasons for which a booking is cancelled.',
    columns: { value: 'number', label: 'in words' },
  },
  cancelReasonList: inner,
  operatorPlace: {
    said: 'Places of the operator, beside those of the map.',
    columns: {
      id: 'names the place',
      name: 'its name',
      otherNames: 'JSON: other names',
      kind: 'what it is',
      lat: 'latitude, degrees',
      lng: 'longitude, degrees',
      hidden: 'whether the search leaves it out',
      mapPlaceId: 'the place of the map that it stands for',
      version,
      createdAt,
      removedAt: 'when it was removed',
    },
  },
  campaign: {
    said: 'Notices from the desk to many.',
    columns: {
      id: 'names the notice',
      deviceType: 'to which devices',
      userType: 'to whom',
      title: 'title',
      body: 'text',
      state: 'draft, sending, sent or stopped',
      version,
      createdAt,
      createdBy: 'by whom',
      sentAt: 'when it was sent',
      sentBy: 'by whom',
      endedAt: 'when all were told',
      recipients: 'how many people',
      devices: 'how many devices',
      delivered: 'how many of those it reached',
      failed: 'how many not',
      afterDevice: inner,
      inFlight: inner,
      takenAt: inner,
      toldAt: inner,
    },
  },
  campaignRetry: inner,
  setting: {
    said: 'The settings.',
    columns: {
      id: inner,
      data: {
        said: 'JSON: the settings that were saved; the others are at their defaults. Without the key of the licence',
        sql: `t.data - 'license'`,
      },
      version,
      updatedAt: 'when they were changed last',
    },
  },
  language: {
    said: 'The languages, with what the operator wrote.',
    columns: {
      id: 'names the language',
      langName: 'its name',
      langLocale: 'its tag',
      dateLocale: 'the tag by which dates are written',
      isDefault: 'whether it is that of newcomers',
      keyValuePairs: 'JSON: texts by key',
      copiedPairs: inner,
      version,
      createdAt,
    },
  },
  event: { left: 'news that waits for its readers: what it tells is in the other tables' },
  eventCursor: inner,
  idempotencyKey: { left: 'it keeps a request from being done twice' },
  migrationChecksum: inner,
  demoHistory: inner,
  secretCheck: inner,
  servedCity: inner,
  jobWorker: inner,
} as const satisfies { [Table in keyof Tables]: TableDecision<Table> }

/** The name in the database. */
const toSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Column = { name: string; decision: ColumnDecision }
/** A table by its name in the database. */
type DecidedTable = { name: string } & (Left | (Omit<CarriedTable<never>, 'columns'> & { columns: Column[] }))

export const decidedTables: readonly DecidedTable[] = Object.entries(
  exportTables as Record<string, Left | CarriedTable<Record<string, ColumnDecision>>>,
)
  .map(([key, table]): DecidedTable => {
    const name = toSnake(key)
    if ('left' in table) return { name, ...table }
    const columns = Object.entries(table.columns).map(([column, decision]) => ({ name: toSnake(column), decision }))
    return { ...table, name, columns }
  })
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
