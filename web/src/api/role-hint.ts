// Which role is here, in a cookie: the server names the files of its first page in the head. A hint and no proof.
import type { Role } from '@wayfare/core/accounts'

const name = 'wayfare_role'

export const readRoleHint = (): string | null => new RegExp(`(?:^|;\\s*)${name}=([a-z]+)`).exec(document.cookie)?.[1] ?? null

/** Until whoever is here leaves. */
export const writeRoleHint = (role: Role): (() => void) => {
  document.cookie = `${name}=${role}; path=/; max-age=31536000; samesite=lax`
  return () => void (document.cookie = `${name}=; path=/; max-age=0; samesite=lax`)
}
