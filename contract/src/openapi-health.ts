// Health checks for load balancers and monitoring: not among the contract's endpoints, answered before anything else is ready.
import type { Operation } from './openapi-types.ts'

const healthOf = (operationId: string, summary: string, ok: string): Operation => ({
  operationId,
  tags: ['health'],
  summary,
  security: [{}],
  responses: {
    '200': {
      description: ok,
      content: {
        'application/json': { schema: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } },
      },
    },
    '503': { description: 'Not ready; the reason is in the body.' },
  },
  'x-access': 'public',
  'x-per-minute': 0,
})

/** Exempt from rate limits; answered even while the server starts, stops or waits for its database. */
export const health: Record<string, Operation> = {
  '/health': healthOf(
    'health',
    'Whether the server serves: {"status":"ok"}, or 503 with the reason while it starts or stops.',
    'Ready.',
  ),
  '/health/live': healthOf(
    'health.live',
    'Whether the process lives; asks nothing else. Always 200, with starting, ok or stopping.',
    'Alive.',
  ),
  '/health/ready': healthOf(
    'health.ready',
    'The same as /health, and whether the database answers, within two seconds.',
    'Ready.',
  ),
}
