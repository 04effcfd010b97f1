// The passwords that guessers try first. The list stays on the server: the page would have to load it.
import list from './common-passwords.json' with { type: 'json' }

const common = new Set(list.passwords.split(' '))

/** Capitals, and what people append to satisfy a rule, do not make a common password another one. */
export const isCommonPassword = (password: string): boolean => {
  const folded = password.normalize('NFKC').toLowerCase()
  const isMonotonous = new Set(folded).size <= 2
  return isMonotonous || common.has(folded) || common.has(folded.replace(/[^\p{L}]+$/u, ''))
}
