// The photo of a driving licence: chosen, made smaller, shown, and uploaded once however often the form is sent.
import { putSignUpDocument } from '@wayfare/contract/files'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { imageProblem, shrinkImage } from '../../shared/shrink-image.ts'

type Photo = { image: Blob; preview: string }

/** The server keeps an unclaimed upload for an hour (ms). */
const tokenGoodForMs = 50 * 60_000

export type LicensePhoto = {
  photo: Photo | null
  /** the key of what is wrong with the last choice */
  problem: string | null
  busy: boolean
  choose: (file: Blob) => Promise<void>
  /** the token for the sign-up; empty without a photo */
  upload: () => Promise<string>
  /** the server no longer knows it: the next upload makes another */
  forgetUpload: () => void
}

export const useLicensePhoto = (): LicensePhoto => {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const uploaded = useRef<{ image: Blob; token: string; at: number } | null>(null)
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.preview)), [photo])
  const choose = async (file: Blob) => {
    setBusy(true)
    try {
      const image = await shrinkImage(file)
      const found = await imageProblem(image)
      setProblem(found)
      setPhoto(found ? null : { image, preview: URL.createObjectURL(image) })
    } finally {
      setBusy(false)
    }
  }
  const upload = async (): Promise<string> => {
    if (!photo) return ''
    const last = uploaded.current
    if (last && last.image === photo.image && Date.now() - last.at < tokenGoodForMs) return last.token
    const { token } = await call(putSignUpDocument, {}, { file: photo.image })
    uploaded.current = { image: photo.image, token, at: Date.now() }
    return token
  }
  return { photo, problem, busy, choose, upload, forgetUpload: () => (uploaded.current = null) }
}
