// Tests the environment that results from following docs/OPERATIONS.md: the systemd unit and its environment file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './ensure.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

const unit = read('deploy/wayfare.service')
const [, source] = /^install .* (\S+) \/etc\/wayfare\.env/m.exec(read('docs/OPERATIONS.md'))
const namesIn = (text) => [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)

test('the unit with the file that the manual lays beside it serves real people, from a folder that it may write to', () => {
  const said = Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  // as in systemd, the file overrides the unit
  expect({ ...said, ...parseEnv(read(source)) }).toMatchObject({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    WAYFARE_DATA: `/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)[1]}`,
    PUBLIC_ORIGIN: 'https://taxi.example',
    TRUST_PROXY: 'loopback',
  })
})

test('commands, which are given the file alone, get what the server gets', () => {
  const file = parseEnv(read(source))
  const missing = [...unit.matchAll(/^Environment=(\w+=.*)$/gm)].filter(
    ([, line]) => !Object.entries(file).some((pair) => pair.join('=') === line),
  )
  expect(missing).toEqual([])
})

test('it names nothing that Wayfare does not know', () => {
  const known = namesIn(read('.env.example'))
  expect(namesIn(read(source)).filter((name) => !known.includes(name))).toEqual([])
})

test('in a container, a .env that is a copy of .env.example does not take the place of what the image says', () => {
  const image = [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line.split(' '))
  const example = parseEnv(read('.env.example'))
  const lines = read('compose.yaml').split('\n')
  expect(image).toEqual(expect.arrayContaining(['NODE_ENV=production', 'WAYFARE_DATA=/data']))
  const lost = image.filter((pair) => pair.split('=')[0] in example && !lines.includes(`      ${pair.replace('=', ': ')}`))
  expect(lost).toEqual([])
})
