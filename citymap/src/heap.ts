// An indexed binary heap on typed arrays: the queue of every search. Ids are 0 .. capacity - 1; keys can be lowered.

type Heap = {
  size: () => number
  /** Smallest key, Infinity if empty. */
  minKey: () => number
  /** Inserts the id, or lowers its key if it is in the heap with a higher one. */
  push: (id: number, key: number) => void
  /** Removes and returns the id with the smallest key; -1 if empty. */
  pop: () => number
  clear: () => void
}

/** An empty heap for ids below `capacity`. */
export const makeHeap = (capacity: number): Heap => {
  const ids = new Int32Array(capacity + 1)
  const keys = new Float64Array(capacity + 1)
  const place = new Int32Array(capacity).fill(-1)
  let size = 0

  const set = (at: number, id: number, key: number): void => {
    ids[at] = id
    keys[at] = key
    place[id] = at
  }
  const rise = (from: number, id: number, key: number): void => {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent] <= key) break
      set(at, ids[parent], keys[parent])
      at = parent
    }
    set(at, id, key)
  }
  const sink = (id: number, key: number): void => {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && keys[child + 1] < keys[child]) child++
      if (keys[child] >= key) break
      set(at, ids[child], keys[child])
      at = child
    }
    set(at, id, key)
  }
  return {
    size: () => size,
    minKey: () => (size > 0 ? keys[0] : Number.POSITIVE_INFINITY),
    push: (id, key) => {
      const at = place[id]
      if (at < 0) rise(size++, id, key)
      else if (key < keys[at]) rise(at, id, key)
    },
    pop: () => {
      if (size === 0) return -1
      const top = ids[0]
      place[top] = -1
      size--
      if (size > 0) sink(ids[size], keys[size])
      return top
    },
    clear: () => {
      for (let i = 0; i < size; i++) place[ids[i]] = -1
      size = 0
    },
  }
}
