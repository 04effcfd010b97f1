// The photo of a driving licence, uploaded once however often the form is sent.
import { putSignUpDocument } from '@wayfare/contract/files'
import { useRef } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useChosenPhoto, type ChosenPhoto } from '../../shared/use-chosen-photo.ts'

/** The server keeps an unclaimed upload for an hour (ms). */
const tokenGoodForMs = 50 * 60_000

type LicensePhoto = ChosenPhoto & {
  /** the token for the sign-up; empty without a photo */
  upload: () => Promise<string>
  /** the server no longer knows it: the next upload makes another */
  forgetUpload: () => void
}

export const useLicensePhoto = (): LicensePhoto => {
  const chosen = useChosenPhoto()
  const { send } = useWrite(putSignUpDocument)
  const { photo } = chosen
  const uploaded = useRef<{ image: Blob; token: string; at: number } | null>(null)
  const upload = async (): Promise<string> => {
    if (!photo) return ''
    const last = uploaded.current
    if (last && last.image === photo.image && Date.now() - last.at < tokenGoodForMs) return last.token
    const { token } = await send({}, photo.image)
    uploaded.current = { image: photo.image, token, at: Date.now() }
    return token
  }
  return { ...chosen, upload, forgetUpload: () => (uploaded.current = null) }
}
