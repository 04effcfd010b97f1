// Strongly connected components (Tarjan 1972, with an explicit stack: a city is deeper than the call stack allows).

/** Component number of every vertex of a graph in arc lists: the arcs of v lead to to[start[v]] .. to[start[v + 1] - 1]. */
export const findComponents = (start: Uint32Array, to: Int32Array): Int32Array => {
  const count = start.length - 1
  const component = new Int32Array(count).fill(-1)
  const found = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const cursor = Uint32Array.from(start.subarray(0, count))
  const open: number[] = []
  let clock = 0
  let components = 0

  const close = (root: number): void => {
    let vertex = -1
    while (vertex !== root) {
      vertex = open.pop() ?? root
      component[vertex] = components
    }
    components++
  }
  const enter = (vertex: number, path: number[]): void => {
    found[vertex] = low[vertex] = clock++
    open.push(vertex)
    path.push(vertex)
  }
  const step = (vertex: number, path: number[]): void => {
    if (cursor[vertex] < start[vertex + 1]) {
      const next = to[cursor[vertex]++]
      if (found[next] < 0) enter(next, path)
      else if (component[next] < 0) low[vertex] = Math.min(low[vertex], found[next])
      return
    }
    path.pop()
    if (low[vertex] === found[vertex]) close(vertex)
    const parent = path.at(-1)
    if (parent !== undefined) low[parent] = Math.min(low[parent], low[vertex])
  }
  for (let root = 0; root < count; root++) {
    if (found[root] >= 0) continue
    const path: number[] = []
    enter(root, path)
    while (path.length > 0) step(path[path.length - 1], path)
  }
  return component
}

/** Number of the component with the most vertices. */
export const findLargestComponent = (component: Int32Array): number => {
  const sizes = new Map<number, number>()
  for (const id of component) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  let best = 0
  for (const [id, size] of sizes) if (size > (sizes.get(best) ?? 0)) best = id
  return best
}
