// Entry point of the command line, see `commands.ts`.
import { runCommand } from './commands.ts'
import { explainError } from './import-error.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  process.exitCode = await runCommand(process.argv.slice(2), print)
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`)
  process.exitCode = 1
}
