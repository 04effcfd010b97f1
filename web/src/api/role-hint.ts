// Which role is here, in a cookie: the server names the files of its first page in the head. A hint and no proof.
import type { Role } from '@wayfare/core/accounts'

export const readRoleHint = (): string | null => /(?:^|;\s*)wayfare_role=([a-z]+)/.exec(document.cookie)?.[1] ?? null

/** Until whoever is here leaves. */
export const writeRoleHint = (role: Role): (() => void) => {
  document.cookie = `wayfare_role=${role}; path=/; max-age=31536000; samesite=lax`
  return () => void (document.cookie = 'wayfare_role=; path=/; max-age=0; samesite=lax')
}
