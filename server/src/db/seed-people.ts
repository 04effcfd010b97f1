// Promise: one way to lay a person into the database, for the demo's seed, the first admin and the tests alike.
import type { Db, Tx } from '../deps.ts'
import type { NewRow } from './tables.ts'

/** What every person of the demo signs in with; there is none outside demo mode. */
export const demoPassword = 'wayfare1'

type Person = Omit<NewRow<'appUser'>, 'email'> & { email: string; firstName: string; lastName: string }

/** Lays one person, with a way to sign in by password when a hash is given. False when the e-mail address is taken. */
export const insertPerson = async (db: Db | Tx, person: Person, passwordHash: string | null = null): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('appUser')
    .values({ ...person, email: person.email.toLowerCase(), name: `${person.firstName} ${person.lastName}`, emailVerified: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  if (passwordHash !== null) {
    await db
      .insertInto('authCredential')
      .values({
        id: `password-${person.id}`,
        userId: person.id,
        accountId: person.id,
        providerId: 'credential',
        password: passwordHash,
      })
      .execute()
  }
  return true
}
