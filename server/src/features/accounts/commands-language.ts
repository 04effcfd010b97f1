// The language that people chose, when the operator gives it another locale.
import type { Tx } from '../../deps.ts'

/** Who reads `from` reads `to` from now on. */
export const followLanguage = async (tx: Tx, from: string, to: string): Promise<void> => {
  await tx.updateTable('appUser').set({ language: to }).where('language', '=', from).execute()
}
