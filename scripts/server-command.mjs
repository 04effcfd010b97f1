// Promise: `npm run create-admin`, `end-demo`, `fresh-town`, `backup`, `export`, `restore` and `seed:large` run a command of the server on the database that `npm start` uses.
import { fail, runProgram } from './ensure.mjs'

const [command] = process.argv.splice(2, 1)
await runProgram(`server/dist/${command}.js`).catch(fail)
