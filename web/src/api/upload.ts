// A file on its way to the server, telling how much of it has gone: fetch cannot say so.
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { callError, makeRequest, throwRefusal } from './call.ts'

type UploadOptions = {
  file: Blob
  once: string
  /** from 0 to 1 */
  onProgress: (share: number) => void
}

/** A photo over a poor connection; after that it is tried again (ms). */
const longestMs = 120_000

const unreachable = () => callError({ key: 'fetch_call_error', message: 'Fetch Call Error', status: 0 })

const post = (method: string, url: string, { file, once, onProgress }: UploadOptions): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = longestMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('idempotency-key', once)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      if (request.status === 0) reject(unreachable())
      else resolve(new Response(request.responseText, { status: request.status }))
    })
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, () => reject(unreachable()))
    request.send(file)
  })

export const uploadFile = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: UploadOptions,
): Promise<OutputOf<E>> => {
  const { method, url } = makeRequest(endpoint.path, input as Record<string, unknown>, true)
  const response = await post(method, url, options)
  if (!response.ok) return throwRefusal(response)
  return (await response.json()) as OutputOf<E>
}
