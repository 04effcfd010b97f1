// Turns that a sign forbids: OSM's restrictions name ways and a node, the graph needs pairs of edges.

/** At `node`, from way `from` to way `to`: forbidden, or the only way on when `isOnly`. */
export type NodeRestriction = { node: number; from: string | number; to: string | number; isOnly: boolean }

type WayEdge = { from: number; to: number; way: string | number | undefined }

/** Turn i leads from edge `from[i]` to edge `to[i]` and may not be driven. */
type ForbiddenTurns = { from: Int32Array; to: Int32Array }

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => number): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  items.forEach((item, i) => {
    const group = groups.get(keyOf(item))
    if (group) group.push(i)
    else groups.set(keyOf(item), [i])
  })
  return groups
}

/**
 * All forbidden turns. A restriction whose ways do not end at its node, so that two of their edges come or go there, says
 * nothing definite and is left out, as is one whose ways are not in the graph.
 */
export const listForbiddenTurns = (edges: readonly WayEdge[], restrictions: readonly NodeRestriction[]): ForbiddenTurns => {
  const arriving = groupBy(edges, ({ to }) => to)
  const leaving = groupBy(edges, ({ from }) => from)
  const pairs = restrictions.flatMap(({ node, from, to, isOnly }) => {
    const sources = (arriving.get(node) ?? []).filter((edge) => edges[edge].way === from)
    const exits = leaving.get(node) ?? []
    const targets = exits.filter((edge) => edges[edge].way === to)
    if (sources.length !== 1 || targets.length !== 1) return []
    const forbidden = isOnly ? exits.filter((edge) => edge !== targets[0]) : targets
    return forbidden.map((target) => [sources[0], target] as const)
  })
  return { from: Int32Array.from(pairs, ([from]) => from), to: Int32Array.from(pairs, ([, to]) => to) }
}
