// Imports people from a CSV file: previews what each row would create, and creates the valid rows.
import { roles } from '@wayfare/core/accounts'
import { personFields } from '@wayfare/core/people'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { delivery } from './messages.ts'

export const mostImportBytes = 2 * 1024 * 1024
export const mostImportRows = 5000

/** The columns that a file of people may have; others are listed in unknownColumns and ignored. */
export const importColumns = [...personFields, 'carType', 'approved'] as const

/**
 * make: will be created (made: was created) · exists: the person exists already · wrong: see problems, each with its column and
 * message key
 */
export const importRow = z.object({
  /** line of the file; the header is 1 */
  line: z.number().int(),
  outcome: z.enum(['make', 'made', 'exists', 'wrong']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.string(),
  problems: z.array(z.object({ field: z.string(), key: z.string() })),
})
export type ImportRow = z.infer<typeof importRow>

export const importPeople = defineEndpoint({
  verb: 'accounts.importPeople',
  path: 'POST /people/import',
  summary: `People of one role from a CSV file of at most ${mostImportRows} rows, comma or semicolon: what would be made of each row, or with dryRun false the good rows are made. The same file again makes nothing twice. A fleet admin sees accounts of others only when rows are made, fifty a day; the rows after those are import_rest_later. Columns: ${importColumns.join(', ')}.`,
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({
    userType: z.enum(roles),
    /** the text of the file */
    csv: z.string().max(mostImportBytes),
    dryRun: z.boolean().default(true),
    invite: z.boolean().default(false),
  }),
  output: z.object({
    rows: z.array(importRow),
    make: z.number().int(),
    made: z.number().int(),
    exists: z.number().int(),
    wrong: z.number().int(),
    unknownColumns: z.array(z.string()),
    /** how invitations are delivered; none: the desk passes on links */
    mail: delivery,
  }),
  refusals: ['demo_mode', 'forbidden', 'import_unreadable', 'import_columns', 'too_large'],
  bodyBytes: 2 * mostImportBytes,
  perMinute: 12,
})
