// Promise: without an address of a collector nothing is traced and nothing of OpenTelemetry's SDK is loaded.
import type { Config } from './config.ts'
import type { Log } from './deps.ts'
import type { CollectedTraces } from './traces-otlp.ts'

/** Null: nobody collects traces. */
export const openTraces = async (config: Pick<Config, 'traces'>, version: string, log: Log): Promise<CollectedTraces | null> => {
  if (config.traces === null) return null
  const { collectTraces } = await import('./traces-otlp.ts')
  return collectTraces({ ...config.traces, version, log })
}
