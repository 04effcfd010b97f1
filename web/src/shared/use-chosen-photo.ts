// A photo that was chosen: made smaller, checked, and shown until it is sent.
import { useEffect, useState } from 'react'
import { fetchPart } from '../ui/lazy-part.ts'

export type ChosenPhoto = {
  photo: { image: Blob; preview: string } | null
  /** the key of what is wrong with the last choice */
  problem: string | null
  busy: boolean
  choose: (file: Blob) => Promise<void>
}

export const useChosenPhoto = (): ChosenPhoto => {
  const [photo, setPhoto] = useState<ChosenPhoto['photo']>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.preview)), [photo])
  const choose = async (file: Blob) => {
    setBusy(true)
    try {
      const { findImageProblem, shrinkImage } = await fetchPart(() => import('./shrink-image.ts'))
      const image = await shrinkImage(file)
      const found = await findImageProblem(image)
      setProblem(found)
      setPhoto(found ? null : { image, preview: URL.createObjectURL(image) })
    } finally {
      setBusy(false)
    }
  }
  return { photo, problem, busy, choose }
}
