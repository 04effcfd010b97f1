// The passwords that attackers try first. The list stays on the server, so that pages need not load it.
import list from './common-passwords.json' with { type: 'json' }

const common = new Set(list.passwords.split(' '))

/** Ignores capitals and what people append to satisfy a rule: they do not make a common password uncommon. */
export const isCommonPassword = (password: string): boolean => {
  const folded = password.normalize('NFKC').toLowerCase()
  const isMonotonous = new Set(folded).size <= 2
  return isMonotonous || common.has(folded) || common.has(folded.replace(/[^\p{L}]+$/u, ''))
}
