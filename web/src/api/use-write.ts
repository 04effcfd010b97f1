// The way to write from a page: given the endpoint, it keeps the idempotency key, says whether it is busy and why it was refused, tells
// that it is done, and brings what the page shows up to date.
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import { useCallback, useEffect, useRef } from 'react'
import { useProblemText } from '../ui/dialogs.tsx'
import { isSilent } from '../ui/failures.ts'
import { useNotify } from '../ui/use-notify.ts'
import { callEndpoint } from './call.ts'
import { onceKeys } from './once-keys.ts'
import { writeReply } from './replies.ts'

/** A file, or what makes it ready. */
type FileToSend = Blob | (() => Promise<Blob>)

type WriteOptions<E extends Endpoint> = {
  /** what is told in passing when it is done */
  toast?: string | ((reply: OutputOf<E>, input: InputOf<E>) => string)
  /** what is read again whatever came of it, since a refusal often means that the page shows something old */
  stale?: readonly QueryKey[]
  /** tells of a refusal, where the page shows no `cause` */
  refuse?: (cause: unknown) => void
  /** what the call is made in, such as a proof of who one is */
  within?: <T>(deed: () => Promise<T>) => Promise<T>
  /** what is answered by it, such as when one was asked: the same words on another occasion are another deed */
  occasion?: number
}

type Write<E extends Endpoint> = {
  /** the answer, or null when there is none: `cause` then says why */
  run: (input: InputOf<E>, file?: FileToSend) => Promise<OutputOf<E> | null>
  /** the answer; a refusal is thrown, for whoever does several things in turn */
  send: (input: InputOf<E>, file?: FileToSend) => Promise<OutputOf<E>>
  /** the last answer */
  reply: OutputOf<E> | null
  busy: boolean
  cause: unknown
  /** `cause` in words */
  refusal: string | null
  forget: () => void
}

const files = new WeakMap<Blob, string>()

type Sending<E extends Endpoint> = { input: InputOf<E>; file: Blob | undefined; occasion: number | undefined }

/** The same words with the same file on the same occasion are the same deed. */
const deedOf = <E extends Endpoint>({ verb }: E, { input, file, occasion }: Sending<E>): string => {
  if (file && !files.has(file)) files.set(file, crypto.getRandomValues(new Uint32Array(4)).join())
  return [verb, JSON.stringify(input), file && files.get(file), occasion].join(' ')
}

/** What another deed takes back, after which it is meant anew: the rest of what is posted would be there twice. */
const takenBack = /\.(assign|reassign|restore|sendShare|withdraw)/

/** There is one at a time, and the next takes its place. */
const chosen = /\.(activate|enable|makeDefault|rollBack)$|^cities\.cancel$/

/** What has an id is known by it, whatever else is changed by the area that it belongs to. */
const aboutOf = ({ verb, path }: Endpoint, input: unknown) => {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : null
  const isChoice = chosen.test(verb)
  const hasId = typeof id === 'string'
  const isAddition = path.startsWith('POST ') && !isChoice && !(hasId && takenBack.test(verb))
  // a part of a file is sent while other things of its area are changed
  const area = verb === 'cities.addPart' ? verb : (verb.split('.')[0] ?? verb)
  return { thing: hasId && !isChoice ? id : area, isAddition }
}

/** Writes once however often it is tried, and shows what came back. */
const sendWrite = async <E extends Endpoint>(client: QueryClient, endpoint: E, sending: Sending<E>): Promise<OutputOf<E>> => {
  const { input, file } = sending
  const deed = deedOf(endpoint, sending)
  try {
    const reply = await callEndpoint(endpoint, input, {
      once: onceKeys.keyFor(deed, aboutOf(endpoint, input)),
      ...(file ? { file } : {}),
    })
    onceKeys.settle(deed)
    writeReply(client, endpoint, reply)
    return reply
  } catch (cause) {
    onceKeys.settle(deed, cause)
    throw cause
  }
}

/** A dialog that closes has moved the focus within this time (ms). */
const afterDialogMs = 20

/** A button that is busy loses the focus: what had it has it back, unless somebody has gone on meanwhile. */
const useFocusWhenDone = (isPending: boolean): (() => void) => {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (isPending || !(before.current instanceof HTMLElement)) return
    const button = before.current
    before.current = null
    // a dialog that closes gives the focus back by itself
    setTimeout(() => document.activeElement === document.body && button.focus({ preventScroll: true }), afterDialogMs)
  }, [isPending])
  return useCallback(() => void (before.current = document.activeElement), [])
}

export const useWrite = <E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}): Write<E> => {
  const { toast, stale = [], refuse, within = (deed) => deed(), occasion } = options
  const client = useQueryClient()
  const notify = useNotify()
  const problemText = useProblemText()
  const {
    mutateAsync,
    data = null,
    isPending,
    error,
    reset,
  } = useMutation({
    mutationFn: async ({ input, file: given }: { input: InputOf<E>; file: FileToSend | undefined }) => {
      const file = typeof given === 'function' ? await given() : given
      return within(() => sendWrite(client, endpoint, { input, file, occasion }))
    },
    onSuccess: (reply, { input }) => {
      if (toast === undefined) return
      const text = typeof toast === 'string' ? toast : toast(reply, input)
      // however often the same is done, it is said once at a time
      notify(text, { id: text })
    },
    onSettled: (_reply, refused) => {
      const reading = Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
      // what was done is busy until the page shows it; a refusal is told at once
      return refused ? undefined : reading
    },
  })
  const keepFocus = useFocusWhenDone(isPending)
  const send = useCallback(
    (input: InputOf<E>, file?: FileToSend) => {
      keepFocus()
      return mutateAsync({ input, file })
    },
    [keepFocus, mutateAsync],
  )
  const run = useCallback(
    async (input: InputOf<E>, file?: FileToSend) => {
      try {
        return await send(input, file)
      } catch (cause) {
        refuse?.(cause)
        return null
      }
    },
    [send, refuse],
  )
  const cause = isSilent(error) ? null : error
  const refusal = cause === null ? null : problemText(cause)
  return { run, send, reply: data, busy: isPending, cause, refusal, forget: reset }
}
