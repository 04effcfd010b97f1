// The desk's lists of people and what it does for one of them.
import { removeUser as removeEndpoint } from '@wayfare/contract/accounts'
import { searchRiders as searchEndpoint } from '@wayfare/contract/accounts-desk'
import * as help from '@wayfare/contract/accounts-help'
import { importPeople as importEndpoint } from '@wayfare/contract/accounts-import'
import { setLicense as setLicenseEndpoint } from '@wayfare/contract/accounts-license'
import * as contract from '@wayfare/contract/accounts-people'
import { countMobileFaults as countMobileFaultsEndpoint } from '@wayfare/contract/accounts-phones'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { createPerson } from './commands.ts'
import { setApproval } from './commands-approval.ts'
import { updatePerson } from './commands-edit.ts'
import { giveResetLink, verifyPerson } from './commands-help.ts'
import { importPeople } from './commands-import.ts'
import { giveInvitationLink, invitePerson } from './commands-invitations.ts'
import { setLicense } from './commands-license.ts'
import { removeUser } from './commands-privacy.ts'
import { listPeople } from './queries.ts'
import { exportPeople } from './queries-export.ts'
import { countMobileFaults, getPerson } from './queries-person.ts'
import { searchRiders } from './queries-riders.ts'
import { makeProfileRoutes } from './routes-profile.ts'
import type { SignOut } from './routes-profile.ts'

/** The routes need the end of the asking session, for whoever deletes the own account. */
export const makeRoutes = (auth: SignOut): readonly Served[] => [
  serve(contract.listPeople)((deps, actor, input) => listPeople(deps, userOf(actor), input)),
  serveFile(contract.exportPeople)((deps, actor, input) => exportPeople(deps, userOf(actor), input)),
  serve(countMobileFaultsEndpoint)((deps) => countMobileFaults(deps)),
  serve(contract.getPerson)((deps, actor, { id }) => getPerson(deps, userOf(actor), id)),
  serve(contract.createPerson)((deps, actor, input) => createPerson(deps, userOf(actor), input)),
  serve(contract.updatePerson)((deps, actor, input) => updatePerson(deps, userOf(actor), input)),
  serve(contract.setApproval)((deps, actor, input) => setApproval(deps, userOf(actor), input)),
  serve(help.invitePerson)((deps, actor, { id }) => invitePerson(deps, userOf(actor), id)),
  serve(help.makeInvitationLink)((deps, actor, { id }) => giveInvitationLink(deps, userOf(actor), id)),
  serve(help.verifyPerson)((deps, actor, { id }) => verifyPerson(deps, userOf(actor), id)),
  serve(help.makeResetLink)((deps, actor, { id }) => giveResetLink(deps, userOf(actor), id)),
  serve(setLicenseEndpoint)((deps, actor, { id }, { bytes }) => setLicense(deps, userOf(actor), id, bytes)),
  serve(importEndpoint)((deps, actor, input) => importPeople(deps, userOf(actor), input)),
  serve(removeEndpoint)((deps, actor, input) => removeUser(deps, userOf(actor), input)),
  serve(searchEndpoint)(async (deps, _actor, { text }) => ({ riders: await searchRiders(deps, text) })),
  ...makeProfileRoutes(auth),
]
