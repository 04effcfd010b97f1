// A store that speaks the protocol of S3 as AWS documents it, and believes only who signs: the signature is computed here anew, from the
// request as it came.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Signed = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  region: string
  key: string
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const strict = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature version 4, written from its documentation: the hexadecimal signature over the headers that are named. */
export const computeSignature = ({ method, path, query, headers, region, key }: Signed, names: readonly string[]): string => {
  const pairs = [...query].map(([name, value]) => `${strict(name)}=${strict(value)}`).toSorted()
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join('')
  const canonical = [method, path, pairs.join('&'), lines, names.join(';'), headers['x-amz-content-sha256'] ?? ''].join('\n')
  const at = headers['x-amz-date'] ?? ''
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${key}`, at.slice(0, 8)))
  return hmac(signing, toSign).toString('hex')
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** How one fails without an answer: it hangs up when it has all, in the midst of the request, of the answer or after its headers, or says nothing. */
type Silence = '' | 'in the request' | 'in the answer' | 'after the headers' | 'silent'
/** `status` 0: no answer, and `code` says how. */
type Fault = ({ status: 0; code: Silence } | { status: number; code: string }) & {
  times: number
  when: (method: string, url: URL) => boolean
}
type Options = { bucket: string; keyId: string; key: string; region: string; pageSize?: number; isLengthSaid?: boolean }

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>The stub says ${code}</Message></Error>`)
const xml = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)

const failSilently = async (code: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (code === 'silent') return
  if (code === 'in the answer' || code === 'after the headers') {
    response.writeHead(200, { 'content-length': 100_000 }).flushHeaders()
    if (code === 'in the answer') response.write(Buffer.alloc(20_000))
    await pause(50)
  }
  request.socket.destroy()
}

export const startStore = async ({ bucket, keyId, key, region, pageSize = 1000, isLengthSaid = true }: Options) => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { name: string; parts: Map<number, Buffer> }>()
  const asked: string[] = []
  const faults: Fault[] = []
  let largest = 0
  let count = 0

  const findFlaw = (request: IncomingMessage, url: URL, body: Buffer): string | null => {
    const found =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      )
    if (!found) return 'AccessDenied'
    const [, id, where, names = '', signature] = found
    if (id !== keyId) return 'InvalidAccessKeyId'
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))) return 'AccessDenied'
    if (where !== region) return 'AuthorizationHeaderMalformed'
    if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
    const signed = { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers, region, key }
    return computeSignature(signed, names.split(';')) === signature ? null : 'SignatureDoesNotMatch'
  }

  const list = (response: ServerResponse, query: URLSearchParams): void => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const isInFolder = (name: string): boolean => name.startsWith(prefix) && !name.slice(prefix.length).includes('/')
    const names = [...objects.keys()]
      .filter(isInFolder)
      .toSorted()
      .filter((name) => name > after)
    const page = names.slice(0, pageSize)
    const next = names.length > pageSize ? `<NextContinuationToken>${escape(page.at(-1) ?? '')}</NextContinuationToken>` : ''
    const rows = page.map((name) => `<Contents><Key>${escape(name)}</Key></Contents>`).join('')
    xml(response, `<ListBucketResult>${rows}<IsTruncated>${next !== ''}</IsTruncated>${next}</ListBucketResult>`)
  }

  const put = (response: ServerResponse, name: string, query: URLSearchParams, body: Buffer): void => {
    largest = Math.max(largest, body.length)
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    const id = query.get('uploadId')
    const upload = id === null ? null : uploads.get(id)
    if (upload === undefined) return refuse(response, 404, 'NoSuchUpload')
    if (upload) upload.parts.set(Number(query.get('partNumber')), body)
    else objects.set(name, body)
    response.writeHead(200, { etag }).end()
  }

  const post = (response: ServerResponse, name: string, query: URLSearchParams, body: Buffer): void => {
    if (query.has('uploads')) {
      const id = `upload&${(count += 1)}`
      uploads.set(id, { name, parts: new Map() })
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${escape(id)}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (!upload) return refuse(response, 404, 'NoSuchUpload')
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)].map(([, n]) =>
      Number(n),
    )
    if (numbers.length !== upload.parts.size || numbers.some((n, i) => n !== i + 1)) return refuse(response, 400, 'InvalidPart')
    objects.set(name, Buffer.concat(numbers.map((n) => upload.parts.get(n) ?? Buffer.alloc(0))))
    uploads.delete(id)
    xml(response, '<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>')
  }

  const remove = (response: ServerResponse, name: string, query: URLSearchParams): void => {
    const id = query.get('uploadId')
    if (id === null) objects.delete(name)
    else uploads.delete(id)
    response.writeHead(204).end()
  }

  const takeFault = (method: string, url: URL): Fault | null => {
    const fault = faults.find(({ times, when }) => times > 0 && when(method, url))
    if (fault) fault.times -= 1
    return fault ?? null
  }

  const serve = (request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): void => {
    const method = request.method ?? ''
    const flaw = findFlaw(request, url, body)
    if (flaw !== null) return refuse(response, 403, flaw)
    const [, where, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (where !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const name = rest.join('/')
    if (method === 'PUT') return put(response, name, url.searchParams, body)
    if (method === 'POST') return post(response, name, url.searchParams, body)
    if (method === 'DELETE') return remove(response, name, url.searchParams)
    if (name === '') return list(response, url.searchParams)
    const found = objects.get(name)
    if (!found) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, isLengthSaid ? { 'content-length': found.length } : {}).end(found)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://store')
    const method = request.method ?? ''
    asked.push(`${method} ${url.pathname}${url.search}`)
    const fault = takeFault(method, url)
    if (fault?.status === 0 && fault.code === 'in the request') return void request.once('data', () => request.socket.destroy())
    const body = await readBody(request)
    if (fault)
      return fault.status === 0 ? failSilently(fault.code, request, response) : refuse(response, fault.status, fault.code)
    serve(request, response, url, body)
  }

  const server = createServer((request, response) => {
    // a request that was broken off by who sent it
    answer(request, response).catch(() => request.socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    asked,
    /** what is still to fail */
    faults,
    /** the size (bytes) of the largest body that came */
    largest: () => largest,
    /** answers the next `times` that match with this */
    fail: (fault: Fault): void => void faults.push(fault),
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}
