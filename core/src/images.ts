// Which images may be uploaded, by their first bytes; the file's name is ignored.
import type { MessageKey } from './errors.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** Maximum size of an upload, in bytes. */
export const maxImageBytes = 10 * 1024 * 1024

const beginsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, i) => bytes[at + i] === byte)

const codes = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

/** Detects the type from the first twelve bytes (or more); null for anything else. */
export const detectImageType = (bytes: Uint8Array): ImageType | null => {
  if (beginsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (beginsWith(bytes, [0x89, ...codes('PNG'), 13, 10, 26, 10])) return 'image/png'
  return beginsWith(bytes, codes('RIFF')) && beginsWith(bytes, codes('WEBP'), 8) ? 'image/webp' : null
}

/** What the page can check before uploading: `head` has the first twelve bytes, `size` is in bytes. */
export const checkImage = (image: { head: Uint8Array; size: number }): MessageKey | null => {
  if (detectImageType(image.head) === null) return 'image_refused'
  return image.size > maxImageBytes ? 'too_large' : null
}
