import * as contract from '@wayfare/contract/wallet'
import * as desk from '@wayfare/contract/wallet-admin'
import * as books from '@wayfare/contract/wallet-books'
import * as journal from '@wayfare/contract/wallet-journal'
import * as credits from '@wayfare/contract/wallet-credits'
import * as earnings from '@wayfare/contract/wallet-earnings'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import { proveBooks } from './commands-books.ts'
import { takeBackCredit } from './commands-credits.ts'
import { recordDeposit } from './commands-deposits.ts'
import * as deskCommands from './commands-desk.ts'
import * as withdrawCommands from './commands-withdraws.ts'
import * as commands from './commands.ts'
import * as bookQueries from './queries-books.ts'
import { listWalletCredits } from './queries-credits.ts'
import * as deskQueries from './queries-desk.ts'
import { getEarnings, getEarningsWeek } from './queries-earnings.ts'
import { exportJournal, listDeposits } from './queries-journal.ts'
import { exportTransfers } from './queries-transfers.ts'
import { exportWithdraws } from './queries-withdraws-export.ts'
import * as withdraws from './queries-withdraws.ts'
import * as queries from './queries.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.getWallet)((deps, actor, input) => queries.getWallet(deps, getUser(actor), input)),
  serveEndpoint(contract.requestWithdraw)((deps, actor, input) => commands.requestWithdraw(deps, getUser(actor), input)),
  serveEndpoint(contract.listMyWithdraws)((deps, actor, input) => withdraws.listMyWithdraws(deps, getUser(actor), input)),
  serveEndpoint(contract.getEarnings)((deps, actor) => getEarnings(deps, getUser(actor))),
  serveEndpoint(earnings.getEarningsWeek)((deps, actor, input) => getEarningsWeek(deps, getUser(actor), input)),
  serveEndpoint(contract.proveLedger)((deps) => queries.proveLedger(deps)),
  serveEndpoint(books.getBooks)((deps) => bookQueries.getBooks(deps)),
  serveEndpoint(books.getLastProof)((deps) => bookQueries.getLastProof(deps)),
  serveEndpoint(books.proveBooks)((deps, actor) => proveBooks(deps, getUser(actor))),
  serveEndpoint(books.listWallets)((deps, _actor, input) => bookQueries.listWallets(deps, input)),
  serveEndpoint(books.listLedgerEntries)((deps, _actor, input) => bookQueries.listLedgerEntries(deps, input)),
  serveFile(journal.exportJournal)((deps, actor, input) => exportJournal(deps, getUser(actor), input)),
  serveEndpoint(journal.listDeposits)((deps, _actor, input) => listDeposits(deps, input)),
  serveEndpoint(journal.recordDeposit)((deps, actor, input) => recordDeposit(deps, getUser(actor), input)),
  serveEndpoint(desk.listWithdraws)((deps, _actor, input) => withdraws.listWithdraws(deps, input)),
  serveFile(desk.exportWithdraws)((deps, actor, input) => exportWithdraws(deps, getUser(actor), input)),
  serveEndpoint(desk.completeWithdraw)((deps, actor, input) => withdrawCommands.completeWithdraw(deps, getUser(actor), input)),
  serveEndpoint(desk.completeWithdraws)((deps, actor, input) => withdrawCommands.completeWithdraws(deps, getUser(actor), input)),
  serveEndpoint(desk.endWithdraw)((deps, actor, input) => withdrawCommands.endWithdraw(deps, getUser(actor), input)),
  serveFile(desk.exportTransfers)((deps, actor, input) => exportTransfers(deps, getUser(actor), input)),
  serveEndpoint(desk.searchWallets)(async (deps, _actor, { text }) => ({ owners: await deskQueries.searchWallets(deps, text) })),
  serveEndpoint(credits.listWalletCredits)(async (deps, _actor, { user }) => ({
    credits: await listWalletCredits(deps.db, user),
  })),
  serveEndpoint(credits.takeBackCredit)((deps, actor, input) => takeBackCredit(deps, getUser(actor), input)),
  serveEndpoint(desk.addToWallet)((deps, actor, input) => deskCommands.addToWallet(deps, getUser(actor), input)),
]
