// Solves one challenge beside the page, which stays quick meanwhile.
import type { Challenge } from '@wayfare/contract/sign-in-challenge'
import { findSolution } from './challenge-solver.ts'

// the empty options tell the linter that this is no window, to which an origin would belong
globalThis.addEventListener('message', (event: MessageEvent<Challenge>) => {
  findSolution(event.data).then(
    (solved) => globalThis.postMessage(solved, {}),
    () => globalThis.postMessage(null, {}),
  )
})
