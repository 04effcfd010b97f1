// Opens tracing. Without a collector's address nothing is traced, and OpenTelemetry's SDK is not loaded.
import type { Config } from './config.ts'
import type { Log } from './deps.ts'
import type { CollectedTraces } from './traces-otlp.ts'

/** Null without a collector. */
export const openTraces = async (config: Pick<Config, 'traces'>, version: string, log: Log): Promise<CollectedTraces | null> => {
  if (config.traces === null) return null
  const { collectTraces } = await import('./traces-otlp.ts')
  return collectTraces({ ...config.traces, version, log })
}
