// A photo as it is sent: phones make larger ones than a licence needs, over connections that are slower than they are.

/** The longest side that is kept (px), as on the server. */
const mostPixels = 2000
/** Smaller files go as they are (bytes). */
const smallBytes = 1_000_000

/** Width and height within the longest side; never enlarged. */
export const fitWithin = (width: number, height: number, most = mostPixels): { width: number; height: number } => {
  const factor = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

const draw = async (file: Blob): Promise<Blob | null> => {
  const picture = await createImageBitmap(file)
  const { width, height } = fitWithin(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86))
}

/** A smaller one where that is possible and worth it; else the file itself, and the server says what is wrong with it. */
export const shrinkImage = async (file: Blob): Promise<Blob> => {
  if (file.size <= smallBytes) return file
  const smaller = await draw(file).catch(() => null)
  return smaller && smaller.size < file.size ? smaller : file
}
