// Import problems of a source or the disk, as codes that survive leaving a process. Each has a text for the operator.

const IMPORT_PROBLEMS = [
  'not_pbf',
  'not_geojson',
  'damaged',
  'old_format',
  'history',
  'empty_area',
  'no_roads',
  'too_wide',
  'disk_full',
  'no_name',
  'out_of_memory',
  'failed',
] as const

/**
 * not_pbf: not an OSM PBF file. not_geojson: a text that is no FeatureCollection. damaged: one that is cut or cannot be unpacked. old_format: packed or written in a way that is not
 * read here. history: all versions of everything. empty_area: nothing of the source lies in the wanted part. no_roads: nothing can be driven. too_wide: more than a city.
 * no_name: the name has no letter. failed: anything else; the message says what.
 */
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

type ImportError = Error & { readonly problem: ImportProblem }

export const makeImportError = (problem: ImportProblem, message: string, cause?: unknown): ImportError =>
  Object.assign(new Error(message, { cause }), { name: 'ImportError', problem })

const isImportError = (error: unknown): error is ImportError => error instanceof Error && error.name === 'ImportError'

/** A full disk, or an exceeded quota or process limit. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export const findImportProblem = (error: unknown): ImportProblem => {
  if (isImportError(error)) return error.problem
  return error instanceof Error && 'code' in error && FULL.has(String(error.code)) ? 'disk_full' : 'failed'
}

const SENTENCES = new Map<string, (path: string) => string>([
  ['ENOENT', (path) => `there is no file ${path}`],
  ['EISDIR', (path) => `${path || 'this'} is a folder, not a file`],
  ['EACCES', (path) => `permission denied: ${path}`],
  ['EPERM', (path) => `permission denied: ${path}`],
  ...[...FULL].map((code) => [code, () => 'the disk is full'] as const),
])

/** The error as a sentence for the person who typed the command. */
export const explainError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  return SENTENCES.get(code)?.(path) ?? error.message
}
