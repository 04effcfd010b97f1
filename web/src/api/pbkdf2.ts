// PBKDF2 with HMAC-SHA-256, for pages that a browser does not trust with its own: those that came by plain http.
const blockBytes = 64
const hashBytes = 32

/** The first 32 bits of the fractional part of `root(prime)`, for the primes from 2 on: where SHA-256 has its constants from. */
const fractionsOf = (root: (prime: number) => number, count: number): Int32Array => {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    let isPrime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false
    if (isPrime) found.push((root(n) % 1) * 2 ** 32)
  }
  return Int32Array.from(found, (value) => Math.floor(value) | 0)
}

const roundKeys = fractionsOf(Math.cbrt, 64)
const startState = fractionsOf(Math.sqrt, 8)
const schedule = new Int32Array(64)

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

/** The block's sixteen words become sixty-four. */
const spread = (words: Int32Array): void => {
  schedule.set(words)
  for (let i = 16; i < 64; i++) {
    const far = schedule[i - 15]!
    const near = schedule[i - 2]!
    const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    schedule[i] = schedule[i - 16]! + s0 + schedule[i - 7]! + s1
  }
}

/** One step of SHA-256: the state takes up sixteen words. */
const compress = (state: Int32Array, words: Int32Array): void => {
  spread(words)
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const up = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + roundKeys[i]! + schedule[i]!) | 0
    const down = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + up) | 0
    d = c
    c = b
    b = a
    a = (up + down) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + mixed[i]!
}

/** The words of the bytes with SHA-256's ending; `before` bytes were hashed already. */
const ended = (bytes: Uint8Array, before: number): Int32Array => {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes)
  const padded = new Uint8Array(blocks * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, (before + bytes.length) * 8)
  return Int32Array.from({ length: padded.length / 4 }, (_, i) => view.getInt32(i * 4))
}

const hashOn = (from: Int32Array, bytes: Uint8Array, before: number): Int32Array => {
  const state = Int32Array.from(from)
  const words = ended(bytes, before)
  for (let at = 0; at < words.length; at += 16) compress(state, words.subarray(at, at + 16))
  return state
}

const bytesOf = (words: Int32Array): Uint8Array => {
  const view = new DataView(new ArrayBuffer(words.length * 4))
  words.forEach((word, i) => view.setInt32(i * 4, word))
  return new Uint8Array(view.buffer)
}

/** The two states of HMAC, ready for any message: after the key's inner and its outer block. */
const keyStates = (key: Uint8Array): { inner: Int32Array; outer: Int32Array } => {
  const short = key.length > blockBytes ? bytesOf(hashOn(startState, key, 0)) : key
  const padded = new Uint8Array(blockBytes)
  padded.set(short)
  const stateAfter = (mask: number) => {
    const view = new DataView(padded.map((byte) => byte ^ mask).buffer)
    const state = Int32Array.from(startState)
    compress(
      state,
      Int32Array.from({ length: 16 }, (_, i) => view.getInt32(i * 4)),
    )
    return state
  }
  return { inner: stateAfter(0x36), outer: stateAfter(0x5c) }
}

/** Thirty-two bytes of the derived key: the first HMAC of the salt, then of itself, all of them XORed. */
const derivePart = (key: ReturnType<typeof keyStates>, salt: Uint8Array, rounds: number): Int32Array => {
  const first = hashOn(key.inner, salt, blockBytes)
  // a hash of 32 bytes fills one block together with its ending, which stays the same
  const block = ended(bytesOf(first), blockBytes)
  const state = hashOn(key.outer, bytesOf(first), blockBytes)
  const sum = Int32Array.from(state)
  for (let round = 1; round < rounds; round++) {
    block.set(state)
    state.set(key.inner)
    compress(state, block)
    block.set(state)
    state.set(key.outer)
    compress(state, block)
    for (let i = 0; i < 8; i++) sum[i] = sum[i]! ^ state[i]!
  }
  return sum
}

/** What `crypto.subtle.deriveBits` answers for PBKDF2 and SHA-256; `length` in bytes. */
export const pbkdf2 = (password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Uint8Array => {
  const key = keyStates(password)
  const derived = new Uint8Array(Math.ceil(length / hashBytes) * hashBytes)
  for (let part = 0; part * hashBytes < length; part++) {
    const numbered = new Uint8Array(salt.length + 4)
    numbered.set(salt)
    new DataView(numbered.buffer).setUint32(salt.length, part + 1)
    derived.set(bytesOf(derivePart(key, numbered, rounds)), part * hashBytes)
  }
  return derived.slice(0, length)
}
