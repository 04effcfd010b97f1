// Which images may be uploaded: a file is what its first bytes say, whatever its name claims.
import type { MessageKey } from './errors.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** The most an upload may hold, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024

const beginsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, i) => bytes[at + i] === byte)

const codes = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** What the first twelve bytes (or more) say; null for all else. */
export const detectImageType = (bytes: Uint8Array): ImageType | null => {
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (beginsWith(bytes, [0x89, ...codes('PNG'), 13, 10, 26, 10])) return 'image/png'
  return beginsWith(bytes, codes('RIFF')) && beginsWith(bytes, codes('WEBP'), 8) ? 'image/webp' : null
}

/** What the page can tell before it sends anything: the head holds the first twelve bytes, the size is in bytes. */
export const checkImage = (image: { head: Uint8Array; size: number }): MessageKey | null => {
  if (detectImageType(image.head) === null) return 'image_refused'
  return image.size > maxImageBytes ? 'too_large' : null
}
