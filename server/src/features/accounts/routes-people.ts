import * as help from '@wayfare/contract/accounts-help'
import { importPeople as importEndpoint } from '@wayfare/contract/accounts-import'
import { setLicense as setLicenseEndpoint } from '@wayfare/contract/accounts-license'
import * as contract from '@wayfare/contract/accounts-people'
import { countMobileFaults as countMobileFaultsEndpoint } from '@wayfare/contract/accounts-phones'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import { setApproval } from './commands-approval.ts'
import { giveResetLink, verifyPerson } from './commands-help.ts'
import { importPeople } from './commands-import.ts'
import { giveInvitationLink, invitePerson } from './commands-invitations.ts'
import { setLicense } from './commands-license.ts'
import { createPerson } from './commands-people.ts'
import { updatePerson } from './commands-people-edit.ts'
import { exportPeople } from './queries-people-export.ts'
import { listPeople } from './queries-people.ts'
import { countMobileFaults, getPerson } from './queries-person.ts'

export const peopleRoutes: readonly Served[] = [
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
]
