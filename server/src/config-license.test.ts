import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('has no license service unless told', () => {
  expect(readConfig({}).license).toBeNull()
  expect(readConfig({ LICENSE_PROJECT_ID: 'town', LICENSE_CREATE_TIME: 'yesterday' }).license).toBeNull()
})

it.each(['https://vendor.example/check?key=1', 'http://127.0.0.1:9000/check', 'http://localhost/x', 'http://[::1]:9000/'])(
  'asks %s',
  (url) => {
    expect(readConfig({ LICENSE_URL: url }).license).toEqual({ url, projectId: 'wayfare', createTime: null })
  },
)

it.each(['http://vendor.example/check', 'ftp://vendor.example', 'vendor.example', 'https://me:secret@vendor.example/'])(
  'never asks %s, where anyone on the way could answer or read along',
  (url) => {
    expect(() => readConfig({ LICENSE_URL: url })).toThrow(
      'LICENSE_URL must be an https address, or an http address of this machine.',
    )
  },
)

it('opens the demo lock only when told', () => {
  expect([readConfig({}).unlock, readConfig({ WAYFARE_UNLOCK: 'on' }).unlock]).toEqual([false, true])
})
