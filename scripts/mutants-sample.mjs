// Promise: the same faults are drawn whenever one in so many is, without regard to where they are planted.
import { createHash } from 'node:crypto'

export const isDrawn = (id, oneIn) => createHash('sha256').update(`fault ${id}`).digest().readUInt32BE() % oneIn === 0
