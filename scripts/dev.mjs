// Compiles, serves the page with hot reload and restarts the server on every change, until Ctrl-C.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { binary, ensure, fail, root } from './ensure.mjs'

const children = []

const stopAll = (signal) => {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}

const keep = (command, args, cwd = root) => {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    stopAll('SIGTERM')
  })
  children.push(child)
}

const dev = async () => {
  await ensure()
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll('SIGTERM'))
  keep(binary('tsc'), ['-b', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'])
  keep(binary('vite', 'web'), [], join(root, 'web'))
  keep(process.execPath, ['--watch', '--watch-preserve-output', 'server/dist/main.js'])
}

await dev().catch(fail)
