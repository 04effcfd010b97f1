// Routes of the desk: lists of people, and actions on one of them.
import { removeUser as removeEndpoint, setLicense as setLicenseEndpoint } from '@wayfare/contract/people-edit'
import { addCaller as addCallerEndpoint, searchRiders as searchEndpoint } from '@wayfare/contract/people-riders'
import * as help from '@wayfare/contract/people-help'
import { importPeople as importEndpoint } from '@wayfare/contract/people-import'
import * as contract from '@wayfare/contract/people'
import * as editContract from '@wayfare/contract/people-edit'
import { countMobileFaults as countMobileFaultsEndpoint } from '@wayfare/contract/people'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import { createPerson } from './commands.ts'
import { addCaller } from './commands-callers.ts'
import { setApproval } from './commands-approval.ts'
import { updatePerson } from './commands-edit.ts'
import { dropSecondFactor, issueResetLink, verifyPerson } from './commands-help.ts'
import { setPersonHold } from './commands-hold.ts'
import { importPeople } from './commands-import.ts'
import { invitePerson, issueInvitationLink } from './commands-invitations.ts'
import { setLicense } from './commands-license.ts'
import { removeUser } from './commands-privacy.ts'
import { listPeople } from './queries.ts'
import { exportPeople } from './queries-export.ts'
import { countMobileFaults, getPerson } from './queries-person.ts'
import { searchRiders } from './queries-riders.ts'
import { makeProfileRoutes, type SignOut } from './routes-profile.ts'

/** `auth` ends the caller's session when they delete their own account. */
export const makeRoutes = (auth: SignOut): readonly ServedRoute[] => [
  serveEndpoint(contract.listPeople)((deps, actor, input) => listPeople(deps, getUser(actor), input)),
  serveFile(contract.exportPeople)((deps, actor, input) => exportPeople(deps, getUser(actor), input)),
  serveEndpoint(countMobileFaultsEndpoint)((deps) => countMobileFaults(deps)),
  serveEndpoint(contract.getPerson)((deps, actor, { id }) => getPerson(deps, getUser(actor), id)),
  serveEndpoint(editContract.createPerson)((deps, actor, input) => createPerson(deps, getUser(actor), input)),
  serveEndpoint(editContract.updatePerson)((deps, actor, input) => updatePerson(deps, getUser(actor), input)),
  serveEndpoint(editContract.setApproval)((deps, actor, input) => setApproval(deps, getUser(actor), input)),
  serveEndpoint(editContract.setPersonHold)((deps, actor, input) => setPersonHold(deps, getUser(actor), input)),
  serveEndpoint(help.invitePerson)((deps, actor, { id }) => invitePerson(deps, getUser(actor), id)),
  serveEndpoint(help.makeInvitationLink)((deps, actor, { id }) => issueInvitationLink(deps, getUser(actor), id)),
  serveEndpoint(help.verifyPerson)((deps, actor, { id }) => verifyPerson(deps, getUser(actor), id)),
  serveEndpoint(help.dropSecondFactor)((deps, actor, { id }) => dropSecondFactor(deps, getUser(actor), id)),
  serveEndpoint(help.makeResetLink)((deps, actor, { id }) => issueResetLink(deps, getUser(actor), id)),
  serveEndpoint(setLicenseEndpoint)((deps, actor, { id }, { bytes }) => setLicense(deps, getUser(actor), id, bytes)),
  serveEndpoint(importEndpoint)((deps, actor, input) => importPeople(deps, getUser(actor), input)),
  serveEndpoint(removeEndpoint)((deps, actor, input) => removeUser(deps, getUser(actor), input)),
  serveEndpoint(searchEndpoint)(async (deps, _actor, { text }) => ({ riders: await searchRiders(deps, text) })),
  serveEndpoint(addCallerEndpoint)((deps, actor, input) => addCaller(deps, getUser(actor), input)),
  ...makeProfileRoutes(auth),
]
