import * as contract from '@wayfare/contract/wallet'
import * as desk from '@wayfare/contract/wallet-admin'
import * as books from '@wayfare/contract/wallet-books'
import * as journal from '@wayfare/contract/wallet-journal'
import * as credits from '@wayfare/contract/wallet-credits'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { proveBooks } from './commands-books.ts'
import { takeBackCredit } from './commands-credits.ts'
import { recordDeposit } from './commands-deposits.ts'
import * as deskCommands from './commands-desk.ts'
import * as withdrawCommands from './commands-withdraws.ts'
import * as commands from './commands.ts'
import * as bookQueries from './queries-books.ts'
import { listWalletCredits } from './queries-credits.ts'
import * as deskQueries from './queries-desk.ts'
import { exportJournal, listDeposits } from './queries-journal.ts'
import { exportTransfers } from './queries-transfers.ts'
import { exportWithdraws } from './queries-withdraws-export.ts'
import * as withdraws from './queries-withdraws.ts'
import * as queries from './queries.ts'

export const routes: readonly Served[] = [
  serve(contract.getWallet)((deps, actor, input) => queries.getWallet(deps, userOf(actor), input)),
  serve(contract.requestWithdraw)((deps, actor, input) => commands.requestWithdraw(deps, userOf(actor), input)),
  serve(contract.listMyWithdraws)((deps, actor, input) => withdraws.listMyWithdraws(deps, userOf(actor), input)),
  serve(contract.getEarnings)((deps, actor) => queries.getEarnings(deps, userOf(actor))),
  serve(contract.proveLedger)((deps) => queries.proveLedger(deps)),
  serve(books.getBooks)((deps) => bookQueries.getBooks(deps)),
  serve(books.getLastProof)((deps) => bookQueries.getLastProof(deps)),
  serve(books.proveBooks)((deps, actor) => proveBooks(deps, userOf(actor))),
  serve(books.listWallets)((deps, _actor, input) => bookQueries.listWallets(deps, input)),
  serve(books.listLedgerEntries)((deps, _actor, input) => bookQueries.listLedgerEntries(deps, input)),
  serveFile(journal.exportJournal)((deps, actor, input) => exportJournal(deps, userOf(actor), input)),
  serve(journal.listDeposits)((deps, _actor, input) => listDeposits(deps, input)),
  serve(journal.recordDeposit)((deps, actor, input) => recordDeposit(deps, userOf(actor), input)),
  serve(desk.listWithdraws)((deps, _actor, input) => withdraws.listWithdraws(deps, input)),
  serveFile(desk.exportWithdraws)((deps, actor, input) => exportWithdraws(deps, userOf(actor), input)),
  serve(desk.completeWithdraw)((deps, actor, input) => withdrawCommands.completeWithdraw(deps, userOf(actor), input)),
  serve(desk.completeWithdraws)((deps, actor, input) => withdrawCommands.completeWithdraws(deps, userOf(actor), input)),
  serve(desk.endWithdraw)((deps, actor, input) => withdrawCommands.endWithdraw(deps, userOf(actor), input)),
  serveFile(desk.exportTransfers)((deps, actor, input) => exportTransfers(deps, userOf(actor), input)),
  serve(desk.searchWallets)(async (deps, _actor, { text }) => ({ owners: await deskQueries.searchWallets(deps, text) })),
  serve(credits.listWalletCredits)(async (deps, _actor, { user }) => ({ credits: await listWalletCredits(deps.db, user) })),
  serve(credits.takeBackCredit)((deps, actor, input) => takeBackCredit(deps, userOf(actor), input)),
  serve(desk.addToWallet)((deps, actor, input) => deskCommands.addToWallet(deps, userOf(actor), input)),
]
