// A large file on its way, part after part: a part that is lost is sent again, and leaving the page ends it.
import { addCityPart, beginCityUpload, cancelCity, cityPartBytes } from '@wayfare/contract/cities'
import { useEffect, useRef, useState } from 'react'
import { isUnreached } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'

/** So often, and after so long (ms) each time, a part is sent again that nobody answered. */
const tries = 5
const pauseMs = 2000

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

const insist = async <T>(send: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (cause) {
      if (!isUnreached(cause) || attempt === tries) throw cause
      await pause(pauseMs * attempt)
    }
  }
}

export const useCityUpload = () => {
  const begin = useWrite(beginCityUpload)
  const add = useWrite(addCityPart)
  const drop = useWrite(cancelCity)
  /** the share (0..1) that has gone; null: nothing is on its way */
  const [share, setShare] = useState<number | null>(null)
  const isWanted = useRef(false)
  useEffect(() => () => void (isWanted.current = false), [])
  const send = async (file: File): Promise<string | null> => {
    isWanted.current = true
    setShare(0)
    try {
      const { upload } = await begin.send({ name: file.name, bytes: file.size })
      for (let offset = 0; offset < file.size && isWanted.current; offset += cityPartBytes) {
        const part = file.slice(offset, offset + cityPartBytes, 'application/octet-stream')
        await insist(() => add.send({ upload, offset }, part))
        setShare(Math.min(1, (offset + cityPartBytes) / file.size))
      }
      return isWanted.current ? upload : null
    } finally {
      setShare(null)
    }
  }
  const cancel = async (): Promise<void> => {
    isWanted.current = false
    await drop.run({})
  }
  return { share, send, cancel }
}
