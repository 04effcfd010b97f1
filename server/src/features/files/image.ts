// Re-encodes uploaded images, so that only images we wrote are stored. Only JPEG, PNG and WebP are decoded, completely and within
// size limits, a few at a time; the result is upright and holds pixels only: no position, no camera, no script.
import { detectImageType } from '@wayfare/core/images'
import { Refusal } from '@wayfare/core/errors'
import sharp, { type ResizeOptions } from 'sharp'
import { containsForeign } from './image-shape.ts'

/** More than phones send by default; 160 MB when decoded. */
const maxPixels = 40_000_000

const decodeWithinS = 20

// Allows three of the library's many formats; one thread per image, no cache.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

export type Purpose = 'profileImage' | 'driverDocument' | 'bookingPhoto' | 'carImage'

type Work = { bytes: Buffer; purpose: Purpose; isVisitor?: boolean }

const sizes: Record<Purpose, ResizeOptions> = {
  profileImage: { width: 512, height: 512, fit: 'cover' },
  driverDocument: { width: 2000, height: 2000, fit: 'inside', withoutEnlargement: true },
  carImage: { width: 640, height: 320, fit: 'inside', withoutEnlargement: true },
  bookingPhoto: { width: 2000, height: 2000, fit: 'inside', withoutEnlargement: true },
}

export const keptType = 'image/webp'

const decode = async ({ bytes, purpose }: Work): Promise<Buffer> => {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
      .timeout({ seconds: decodeWithinS })
      .autoOrient()
      .resize(sizes[purpose])
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw new Refusal('image_refused')
  }
}

/** Images being processed and waiting in this process: the library's threads also read files and check passwords. */
const most = { signedIn: { atOnce: 2, waiting: 20 }, visitors: { atOnce: 1, waiting: 20 } }

const makeGate = ({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }) => {
  const waiting: (() => void)[] = []
  let working = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Refusal('rate_limited', { retryAfterS: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else working += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}

const turns = { signedIn: makeGate(most.signedIn), visitors: makeGate(most.visitors) }

/** The image as it is stored; refuses data that is not an image, is truncated, too large, or also something else. */
export const rewriteImage = async (work: Work): Promise<Buffer> => {
  const type = detectImageType(work.bytes)
  if (type === null || containsForeign(type, work.bytes)) throw new Refusal('image_refused')
  return turns[work.isVisitor ? 'visitors' : 'signedIn'](() => decode(work))
}
