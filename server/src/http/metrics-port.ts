// Promise: metrics are read at a port of their own, which only this machine reaches unless told otherwise, and nothing else is there.
import { createServer } from 'node:http'
import { makeStartError } from '../process.ts'
import { openPort } from './listen.ts'
import type { Metrics, MetricSources } from './metrics.ts'

type PortOptions = { port: number; host: string; metrics: Metrics; sources: MetricSources }

/** Throws one clear sentence when the port cannot be had. */
export const startMetricsPort = async ({ port, host, metrics, sources }: PortOptions) => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    metrics.write(sources).then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const used = await openPort(server, { port, host }).catch((error: unknown) => {
    throw makeStartError(
      `The metrics cannot be served at ${host}:${port}: set METRICS_HOST and METRICS_PORT to a free one.`,
      error,
    )
  })
  return {
    port: used,
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}
