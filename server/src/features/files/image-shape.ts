// Detects by its bytes, before decoding, an image that is something else as well.
import type { ImageType } from '@wayfare/core/images'

/** Nothing may follow the end of an image: the number of bytes up to it, or null if no end is found. */
const lengths: Record<ImageType, (bytes: Buffer) => number | null> = {
  'image/png': (bytes) => {
    for (let at = 8; at + 12 <= bytes.length;) {
      const next = at + 12 + bytes.readUInt32BE(at)
      if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next
      at = next
    }
    return null
  },
  // an odd length is padded
  'image/webp': (bytes) => (bytes.length < 12 ? null : 8 + bytes.readUInt32LE(4) + (bytes.readUInt32LE(4) % 2)),
  // cameras append a second image or a video; this is allowed, and its content is checked below
  'image/jpeg': (bytes) => bytes.length,
}

/** The beginnings of pages, scripts, drawings and documents. */
const foreign = /<(?:!doctype|html[\s>]|script[\s>]|iframe\s|\?php|svg\s+[a-z])|%PDF-\d/i

/** An archive is read from its end, which lies within this many bytes of the file's. */
const archive = { end: Buffer.from([0x50, 0x4b, 5, 6]), within: 65_557 }

export const containsForeign = (type: ImageType, bytes: Buffer): boolean => {
  const length = lengths[type](bytes)
  if (length === null || length < bytes.length) return true
  return bytes.subarray(-archive.within).includes(archive.end) || foreign.test(bytes.toString('latin1'))
}
