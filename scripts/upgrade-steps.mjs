// The steps of an upgrade. Afterwards the new version works on the data, or the old one does as if nothing had happened, or the
// commands for a manual recovery are printed. The actions are in `town`, so that a test can plant a fault in any of them.
import { plainError } from './ensure.mjs'

const reasonOf = (error) => (error instanceof Error ? error.message.trim() : String(error))

const nothingChanged = 'Nothing was changed.'

/** Determines the target version, or throws the reason why not; changes nothing. */
const plan = async (town, { to, from }) => {
  if (!(await town.isClean()))
    throw plainError(`Files of the repository were changed (git status lists them): commit or take them back. ${nothingChanged}`)
  const before = await town.findCommit(from ?? 'HEAD')
  const after = await town.findTarget(to)
  if (!before || !after) throw plainError(`git knows no ${before ? to : from}. ${nothingChanged}`)
  if (!from && !(await town.isBuilt()))
    throw plainError(
      'What is built is not what the sources here are: if somebody has got the new version already, say which one was running, by ' +
        `npm run upgrade -- --from COMMIT (git reflog lists them); else npm run build. ${nothingChanged}`,
    )
  if (before === after)
    throw plainError(`The version ${after.slice(0, 8)} is here already: there is nothing to upgrade. ${nothingChanged}`)
  return { before, after }
}

const byHand = ({ before, backup }) =>
  [
    'Going back by hand, in the folder of the repository:',
    `  git checkout ${before}`,
    '  npm run build',
    `  npm run restore -- ${backup} --replace --go-on`,
    '  npm start',
  ].join('\n')

const goBack = async (town, { before, backup, isDataTouched }) => {
  town.say(`Going back to ${before.slice(0, 8)} ...`)
  await town.checkOut(before)
  await town.build()
  if (isDataTouched) await town.restore(backup)
}

/** Rolls back, and throws an error that says whether that worked or what has to be undone by hand. */
const fail = async (town, state, error) => {
  // the full message now, and its first line again at the end
  town.say(`The upgrade failed while ${state.doing}: ${reasonOf(error)}`)
  const failure = `The upgrade failed while ${state.doing}: ${reasonOf(error).split('\n')[0]}`
  try {
    await goBack(town, state)
  } catch (again) {
    throw plainError(`${failure}\nGoing back failed as well: ${reasonOf(again)}\n${byHand(state)}`)
  }
  const data = state.isDataTouched
    ? `and the database was restored from ${state.backup}; what the upgrade left is kept beside it, as said above`
    : 'and the data was not touched'
  throw plainError(`${failure}\nThe old version ${state.before.slice(0, 8)} is back, ${data}. Start it: npm start.`)
}

/** Runs the steps; `to` and `from` are names of commits, null if not given. */
export const upgrade = async (town, { to = null, from = null } = {}) => {
  const { before, after } = await plan(town, { to, from })
  town.say('Backing up ...')
  const backup = await town.backUp()
  const state = { before, backup, doing: '', isDataTouched: false }
  town.say(`The backup is ${backup}. Should this be cut off:\n${byHand(state)}`)
  const step = async (doing, work) => {
    state.doing = doing
    town.say(`${doing[0].toUpperCase()}${doing.slice(1)} ...`)
    await work()
  }
  try {
    await step(`getting the version ${after.slice(0, 8)}`, () => town.checkOut(after))
    await step('installing and building it', () => town.build())
    await step('bringing the database up to date', () => {
      state.isDataTouched = true
      return town.bringUp(backup)
    })
    await step('trying a start', () => town.tryStart())
    await step('keeping it', () => town.keep(after))
  } catch (error) {
    await fail(town, state, error)
  }
  town.say(`Upgraded from ${before.slice(0, 8)} to ${after.slice(0, 8)}. The backup of before: ${backup}. Start it: npm start.`)
}
