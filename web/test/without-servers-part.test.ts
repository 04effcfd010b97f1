import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withoutServersPart } from '../without-servers-part.ts'

const source = `
export const payTrip = defineEndpoint({
  verb: 'payments.pay',
  path: 'POST /payments/:id',
  summary: 'Pays once, whoever asks ({ replies: false }).',
  access: ['rider'],
  input: z.strictObject({ id, replies: z.string() }),
  output: payment,
  replies: 'payment',
  limit: { per: 60, most: 5 },
  refusals: ['wrong_step'],
  upload: null,
  download: null,
})
export const others = { summary: 'kept', replies: 'kept' }
`

const strip = (id: string): string | null => {
  const { transform } = withoutServersPart() as { transform: (code: string, id: string) => string | null }
  return (
    transform
      .call({ parse: parseAst } as never, source, id)
      ?.replaceAll(/\s+/g, ' ')
      .trim() ?? null
  )
}

test('of an endpoint a page keeps how it is called, who may and what its answer is', () => {
  expect(strip('/taxi/contract/src/payments.ts')).toBe(
    "export const payTrip = defineEndpoint({ verb: 'payments.pay', path: 'POST /payments/:id', access: ['rider'], " +
      "replies: 'payment', upload: null, download: null, }) " +
      "export const others = { summary: 'kept', replies: 'kept' }",
  )
  expect(strip('/taxi/web/src/api/call.ts')).toBeNull()
})
