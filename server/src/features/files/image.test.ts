import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import * as images from '../../../test/images.ts'
import { rewriteImage } from './image.ts'

const document = (bytes: Buffer): Promise<Buffer> => rewriteImage({ bytes, purpose: 'driverDocument' })
const portrait = (bytes: Buffer): Promise<Buffer> => rewriteImage({ bytes, purpose: 'profileImage' })

it.each(['jpeg', 'png', 'webp'] as const)('writes a %s anew, as WebP', async (kind) => {
  const { format, width, height } = await images.describe(await document(await images.image(kind)))
  expect([format, width, height]).toEqual(['webp', 60, 40])
})

it('turns a photo upright and takes out the place, the camera and the name', async () => {
  const taken = await images.photo()
  expect((await images.describe(taken)).exif?.toString('latin1')).toContain('Astrid Lind')
  expect(taken.includes('Fairphone')).toBe(true)
  const kept = await document(taken)
  const { width, height, exif, icc, xmp, iptc, orientation } = await images.describe(kept)
  expect([width, height]).toEqual([40, 60])
  expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
  for (const word of ['Fairphone', 'Astrid', 'Exif', 'GPS']) expect(kept.includes(word)).toBe(false)
  expect(images.isReddish(await images.pixel(kept, 2, 2))).toBe(true)
  expect(images.isReddish(await images.pixel(kept, 37, 57))).toBe(false)
})

it('bounds a document, and makes a portrait a square', async () => {
  const wide = await images.image('jpeg', 3000, 1500)
  const kept = await images.describe(await document(wide))
  expect([kept.width, kept.height]).toEqual([2000, 1000])
  for (const bytes of [wide, await images.image('png', 30, 90)]) {
    const { width, height } = await images.describe(await portrait(bytes))
    expect([width, height]).toEqual([512, 512])
  }
})

const refused = (bytes: Buffer) => expect(document(bytes)).rejects.toMatchObject({ key: 'image_refused' })

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a document', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['an archive', images.archive],
  ['a JPEG by its first bytes alone', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)])],
  ['a WebP by its first bytes alone', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
  ['bytes of no meaning', Buffer.alloc(2000, 0xa5)],
])('refuses %s', (_name, bytes) => refused(bytes))

it('refuses an image that is cut off anywhere', async () => {
  for (const kind of ['jpeg', 'png', 'webp'] as const) {
    const whole = await images.image(kind, 300, 200)
    for (const part of [0.1, 0.5, 0.9]) await refused(whole.subarray(0, Math.floor(whole.length * part)))
    await refused(whole.subarray(0, whole.length - 8))
  }
})

it('refuses what is an image and something else as well', async () => {
  const [jpeg, png, webp] = await Promise.all([images.image('jpeg'), images.image('png'), images.image('webp')])
  const script = '<script>alert(document.cookie)</script>'
  for (const one of [jpeg, png, webp]) {
    await refused(Buffer.concat([one, Buffer.from(script)]))
    await refused(Buffer.concat([one, images.archive]))
    await refused(Buffer.concat([one, Buffer.from('%PDF-1.4')]))
  }
  for (const tail of [Buffer.from('x'), randomBytes(40)]) {
    await refused(Buffer.concat([png, tail]))
    await refused(Buffer.concat([webp, tail]))
  }
  await refused(images.pngWithText(png, '<?php system($_GET[0]); ?>'))
  await refused(images.jpegWithText(jpeg, '<HTML ><body onload=alert(1)>'))
  await document(images.pngWithText(png, 'taken by the sea'))
})

it('takes the photo of a phone that puts a second image or a film behind the first, and leaves that behind', async () => {
  const jpeg = await images.image('jpeg')
  const kept = await document(Buffer.concat([jpeg, Buffer.from('\0\0\0\x18ftypmp42 a film'), jpeg]))
  expect(kept.includes('ftypmp42')).toBe(false)
})

it('refuses few bytes that would be very many pixels, before they become them', async () => {
  const small = images.bomb()
  expect(small.length).toBeLessThan(50_000)
  await refused(small)
  await document(images.bomb(1000))
})

it('works on two at a time, lets twenty wait and sends the others away', async () => {
  const bytes = await images.image('jpeg', 400, 300)
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => document(bytes)))
  const failed = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(failed).toHaveLength(18)
  for (const reason of failed) expect(reason).toMatchObject({ key: 'rate_limited', details: { retryAfterS: 5 } })
  await document(bytes)
})
