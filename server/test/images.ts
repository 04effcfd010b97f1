// Images as people and attackers send them, made where they are needed.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Kind = 'jpeg' | 'png' | 'webp'

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#0b6b43' } })

export const image = (kind: Kind, width = 60, height = 40): Promise<Buffer> => canvas(width, height)[kind]().toBuffer()

/** Noise compresses badly: an image of many bytes. */
export const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

/** As a phone takes it: lying on its side, with the place, the camera and a name in it; its upper left corner is red when upright. */
export const photo = async (width = 60, height = 40): Promise<Buffer> => {
  const corner = await sharp({
    create: { width: Math.floor(width / 3), height: Math.floor(height / 3), channels: 3, background: '#f00' },
  })
    .png()
    .toBuffer()
  return (
    canvas(width, height)
      // orientation 6 is shown turned to the right: what lies at the lower left comes to the upper left
      .composite([{ input: corner, left: 0, top: height - Math.floor(height / 3) }])
      .withExif({
        IFD0: { Make: 'Fairphone', Copyright: 'Astrid Lind' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '57/1 41/1 59/1', GPSLongitudeRef: 'E', GPSLongitude: '11/1 57/1 10/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
  )
}

const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

/** A PNG of one bit a pixel: few bytes that say they are very many pixels, and are. */
export const bomb = (side = 12_000): Buffer => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  size[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A comment in a PNG, before its end. */
export const pngWithText = (png: Buffer, text: string): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')), png.subarray(33)])

/** A comment in a JPEG, at its beginning. */
export const jpegWithText = (jpeg: Buffer, text: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text, 'latin1'), jpeg.subarray(2)])
}

/** An archive without entries. */
export const archive: Buffer = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)])

/** Flat colours below 40 shades apart count as the same: encoding changes them a little. */
export const isReddish = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red > 180 && green < 80 && blue < 80

/** The colour of one pixel. */
export const pixel = async (bytes: Buffer, left: number, top: number): Promise<number[]> => {
  const cut = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha()
  return [...(await cut.raw().toBuffer())]
}

export const describe = (bytes: Buffer) => sharp(bytes).metadata()
