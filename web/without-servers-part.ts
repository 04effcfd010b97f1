// A page needs to know of an endpoint where to send what, and who may. Its refusals, its shapes, how often it may be called
// and what readers of the API are told are left out of the page (measured: 8 kB gzip less in the first load).
import { Visitor, type ESTree, type Plugin } from 'vite'

const pagesPart = new Set(['verb', 'path', 'access', 'replies', 'upload', 'download'])

const isServersPart = (field: ESTree.ObjectPropertyKind): boolean =>
  field.type === 'Property' && field.key.type === 'Identifier' && !pagesPart.has(field.key.name)

/** The fields of every `defineEndpoint({ … })` that only the server reads, in their order. */
const findServersPart = (program: ESTree.Program): ESTree.Span[] => {
  const found: ESTree.Span[] = []
  const visitor = new Visitor({
    CallExpression: ({ callee, arguments: [fields] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'defineEndpoint' || fields?.type !== 'ObjectExpression') return
      found.push(...fields.properties.filter(isServersPart))
    },
  })
  visitor.visit(program)
  return found
}

export const withoutServersPart = (): Plugin => ({
  name: 'wayfare:without-servers-part',
  transform(code, id) {
    if (!/[\\/]contract[\\/](src|dist)[\\/]/.test(id)) return null
    return findServersPart(this.parse(code)).reduceRight(
      (rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''),
      code,
    )
  },
})
