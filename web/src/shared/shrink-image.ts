// A photo as it is sent: phones make larger ones than are needed, over connections that are slower than they are.
import { checkImage } from '@wayfare/core/images'
import { callError } from '../api/call.ts'

/** The longest side that is kept (px), as on the server. */
const mostPixels = 2000
/** Smaller files go as they are (bytes). */
const smallBytes = 1_000_000

/** Width and height within the longest side; never enlarged. */
export const fitWithin = (width: number, height: number, most = mostPixels): { width: number; height: number } => {
  const factor = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** The square in the middle (px of the photo), as the server cuts it. */
export const findMiddleSquare = (width: number, height: number): { x: number; y: number; side: number } => {
  const side = Math.min(width, height)
  return { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), side }
}

type Size = { width: number; height: number }

const draw = async (
  file: Blob,
  sizeOf: (picture: Size) => Size & { from: { x: number; y: number } & Size },
): Promise<Blob | null> => {
  const picture = await createImageBitmap(file)
  const { width, height, from } = sizeOf(picture)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (pen) {
    // what is clear in the picture would turn black
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, width, height)
    pen.drawImage(picture, from.x, from.y, from.width, from.height, 0, 0, width, height)
  }
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86))
}

const whole = ({ width, height }: Size) => ({ ...fitWithin(width, height), from: { x: 0, y: 0, width, height } })

/** A smaller one where that is possible and worth it; else the file itself, and the server says what is wrong with it. */
export const shrinkImage = async (file: Blob): Promise<Blob> => {
  if (file.size <= smallBytes) return file
  const smaller = await draw(file, whole).catch(() => null)
  return smaller && smaller.size < file.size ? smaller : file
}

/** The square in the middle at no more than `most` pixels a side; the file itself where this browser cannot draw it. */
export const cutSquare = async (file: Blob, most: number): Promise<Blob> => {
  const cut = await draw(file, ({ width, height }) => {
    const { x, y, side } = findMiddleSquare(width, height)
    const kept = Math.min(side, most)
    return { width: kept, height: kept, from: { x, y, width: side, height: side } }
  }).catch(() => null)
  return cut ?? file
}

/** The image itself, unless the page can tell that it is none for the server: then why is thrown. */
export const checkedImage = async (image: Blob): Promise<Blob> => {
  const key = await findImageProblem(image)
  if (key === null) return image
  throw callError({ key, message: key, status: 422 })
}

/** The key of what the page can tell is wrong with an image, or null. */
export const findImageProblem = async (image: Blob): Promise<string | null> => {
  const head = new Uint8Array(await image.slice(0, 16).arrayBuffer())
  return checkImage({ head, size: image.size })
}
