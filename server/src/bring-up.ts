// A step of `npm run upgrade`: migrates the database of a stopped server to this version, checks its secret, and proves its books
// and audit log.
import { findSecret, placeOfSecret, readConfig } from './config.ts'
import { checkSecret } from './db/secret-check.ts'
import { runWithSoleDatabase, visitDatabaseAt } from './db/visit.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'
import { describeProofs, proveTown } from './proofs.ts'

const run = async (): Promise<void> => {
  const config = readConfig(process.env)
  const log = makeLog({ ...config, logLevel: 'warn' })
  const secret = findSecret(config)
  if (secret === null) throw makeStartError(`There is no secret (${placeOfSecret(config)}): Wayfare was never started here.`)
  await runWithSoleDatabase(config, async (url) => {
    await visitDatabaseAt({ config, url, directUrl: config.databaseDirectUrl, log }, ({ directPool }) =>
      checkSecret(directPool, secret, { isNewWanted: false, where: placeOfSecret(config) }),
    )
    const proofs = await proveTown(url, { ...config, secret }, log)
    console.log(describeProofs(proofs))
    if (!proofs.books || !proofs.audit) throw makeStartError(describeProofs(proofs))
  })
}

await run().then(() => process.exit(0), exitWithError)
