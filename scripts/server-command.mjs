// Runs a server command on the database that `npm start` uses, for `npm run create-admin`, `end-demo`, `fresh-town`, `backup`,
// `export`, `restore` and `seed:large`.
import { fail, runProgram } from './ensure.mjs'

const [command] = process.argv.splice(2, 1)
await runProgram(`server/dist/${command}.js`).catch(fail)
