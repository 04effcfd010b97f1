// Whether an installation still needs its first admin, and the code with which its operator creates one.
import { makeIdFromBytes } from '@wayfare/core/ids'
import type { Db, Deps, Tx } from '../../deps.ts'
import type { Secrets } from '../../secrets.ts'

const codeLength = 16

/** Four groups of four characters, 80 bits; the same at every start and in every process with the same secret. */
export const computeFirstAdminCode = (secrets: Secrets): string => {
  const bytes = Buffer.from(secrets.hash('code', 'sign-in.first-admin'), 'base64url')
  return (makeIdFromBytes(bytes.subarray(0, codeLength)).match(/.{4}/g) ?? []).join('-')
}

export const isFirstAdminWanted = async ({ config, db }: Pick<Deps, 'config' | 'db'>, tx: Db | Tx = db): Promise<boolean> => {
  if (config.demo) return false
  const admin = await tx
    .selectFrom('appUser')
    .select('id')
    .where('userType', '=', 'admin')
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin === undefined
}

/** The code printed at the start; null once there is an admin. */
export const findFirstAdminCode = async (deps: Pick<Deps, 'config' | 'db' | 'secrets'>): Promise<string | null> =>
  (await isFirstAdminWanted(deps)) ? computeFirstAdminCode(deps.secrets) : null
