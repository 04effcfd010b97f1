// Turn restrictions: OSM names ways, the graph needs edges. A restriction via a way forbids a turn only for cars that came a
// certain way, so the edges in between get copies for those cars (as Geisberger and Vetter 2011 describe); which copy a car is on
// after each turn is found the way Aho and Corasick (1975) find words in a text.

type WayId = string | number

/**
 * From way `from` to way `to`, via a node or along ways in their order: forbidden, or the only way on if `isOnly`.
 */
export type Restriction = { from: WayId; to: WayId; isOnly: boolean } & ({ node: number } | { ways: readonly WayId[] })

type WayEdge = { from: number; to: number; way: WayId | undefined }

/** A turn from edge `from` into edge `to`: forbidden if `into` is -1, else it leads to `into`, a copy of `to`. */
type TurnRule = { from: number; to: number; into: number }

/** `copies[i]` is the edge that edge number edges.length + i is a copy of. */
type TurnRules = { rules: TurnRule[]; copies: number[] }

/** The most edges over which a restriction is followed: real ones span one junction. */
const MOST_EDGES = 20

const groupBy = <T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number[]> => {
  const groups = new Map<K, number[]>()
  items.forEach((item, i) => {
    const group = groups.get(keyOf(item))
    if (group) group.push(i)
    else groups.set(keyOf(item), [i])
  })
  return groups
}

type Network = { edges: readonly WayEdge[]; arriving: Map<number, number[]>; leaving: Map<number, number[]> }

const listLeaving = ({ leaving }: Network, node: number): number[] => leaving.get(node) ?? []

/** Every way from edge to edge along `ways` in their order, and on into way `to`. */
const followWays = (network: Network, path: readonly number[], ways: readonly WayId[], to: WayId): number[][] => {
  const { edges } = network
  const last = edges[path[path.length - 1]]
  const seen = new Set(path.map((edge) => edges[edge].to))
  if (path.length > MOST_EDGES) return []
  return listLeaving(network, last.to).flatMap((edge) => {
    const { way, to: node } = edges[edge]
    if (ways.length === 1 && way === to && last.way === ways[0]) return [[...path, edge]]
    if (seen.has(node)) return []
    if (way === ways[0]) return followWays(network, [...path, edge], ways, to)
    const isNextWay = ways.length > 1 && way === ways[1] && last.way === ways[0]
    return isNextWay ? followWays(network, [...path, edge], ways.slice(1), to) : []
  })
}

/** The edges that a restriction names, in order; null if they are missing or ambiguous. */
const findNamed = (network: Network, wayEdges: Map<WayId, number[]>, restriction: Restriction): number[] | null => {
  const { edges, arriving } = network
  const { from, to } = restriction
  if ('ways' in restriction) {
    const found = (wayEdges.get(from) ?? []).flatMap((edge) => followWays(network, [edge], restriction.ways, to))
    return found.length === 1 ? found[0] : null
  }
  const sources = (arriving.get(restriction.node) ?? []).filter((edge) => edges[edge].way === from)
  const targets = listLeaving(network, restriction.node).filter((edge) => edges[edge].way === to)
  return sources.length === 1 && targets.length === 1 ? [sources[0], targets[0]] : null
}

/** Every sequence of edges that may not be driven to its end. */
const listForbidden = (network: Network, restrictions: readonly Restriction[]): number[][] => {
  if (restrictions.length === 0) return []
  const wayEdges = groupBy(network.edges, ({ way = '' }) => way)
  return restrictions.flatMap((restriction) => {
    const named = findNamed(network, wayEdges, restriction)
    if (!named) return []
    if (!restriction.isOnly) return [named]
    const [before, target] = [named.slice(0, -1), named[named.length - 1]]
    const exits = listLeaving(network, network.edges[target].from)
    return exits.filter((edge) => edge !== target).map((edge) => [...before, edge])
  })
}

const keyOf = (sequence: readonly number[]): string => sequence.join()

/** The suffixes of a sequence that have two edges or more, longest first. */
const listSuffixes = (sequence: readonly number[]): string[] =>
  sequence.slice(0, -1).map((_, start) => keyOf(sequence.slice(start)))

/**
 * All turn rules. A restriction is left out if its ways are not in the graph, or if it is ambiguous because its ways do not end
 * where they meet.
 */
export const listTurnRules = (edges: readonly WayEdge[], restrictions: readonly Restriction[]): TurnRules => {
  const network = { edges, arriving: groupBy(edges, ({ to }) => to), leaving: groupBy(edges, ({ from }) => from) }
  const forbidden = listForbidden(network, restrictions)
  const banned = new Set(forbidden.map(keyOf))
  // There is a copy for each proper prefix of a forbidden sequence; a car that drove exactly that prefix is on it.
  const beginnings = forbidden.flatMap((sequence) => sequence.slice(2).map((_, i) => sequence.slice(0, i + 2)))
  const states = [...new Map(beginnings.map((sequence) => [keyOf(sequence), sequence])).entries()]
  const copyOf = new Map(states.map(([key], i) => [key, edges.length + i]))
  const turn = (from: number, driven: readonly number[], to: number): TurnRule[] => {
    const suffixes = listSuffixes([...driven, to])
    if (suffixes.some((key) => banned.has(key))) return [{ from, to, into: -1 }]
    const copy = suffixes.find((key) => copyOf.has(key))
    return copy === undefined ? [] : [{ from, to, into: copyOf.get(copy) ?? -1 }]
  }
  const turnsFrom = (from: number, driven: readonly number[]): TurnRule[] =>
    listLeaving(network, edges[driven[driven.length - 1]].to).flatMap((to) => turn(from, driven, to))
  const firsts = new Set(forbidden.map(([first]) => first))
  return {
    rules: [
      ...[...firsts].flatMap((edge) => turnsFrom(edge, [edge])),
      ...states.flatMap(([key, sequence]) => turnsFrom(copyOf.get(key) ?? -1, sequence)),
    ],
    copies: states.map(([, sequence]) => sequence[sequence.length - 1]),
  }
}
