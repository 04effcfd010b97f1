// Push services of a test: they take down what they are handed, and answer as told.
import {
  makeOutage,
  type OutageCode,
  type Push,
  type PushAnswer,
  type PushDevice,
  type PushNotice,
} from '../../src/adapters/ports.ts'

export type Handed = { kind: string; device: PushDevice; notice: PushNotice }

type Mood = OutageCode | 'gone' | 'ok'

export const makePushStub = () => {
  const handed: Handed[] = []
  const moods = new Map<string, Mood[]>()
  const goneReceipts = new Set<string>()
  const serviceOf = (kind: string): Push => ({
    send: async (device, notice): Promise<PushAnswer> => {
      handed.push({ kind, device, notice })
      const mood = moods.get(device.token)?.shift() ?? 'ok'
      if (mood === 'gone') return { state: 'gone' }
      if (mood !== 'ok') throw makeOutage(mood, 'the stub said no')
      return kind === 'expo' ? { state: 'taken', receipt: `receipt of ${device.token}` } : { state: 'taken' }
    },
    readReceipts: async (receipts) => receipts.filter((receipt) => goneReceipts.has(receipt)),
  })
  return {
    handed,
    push: { web: serviceOf('web'), fcm: serviceOf('fcm'), apns: null, expo: serviceOf('expo') },
    /** how it answers for a token, one try after the other; then all is well */
    feel: (token: string, ...given: Mood[]): void => void moods.set(token, given),
    lose: (receipt: string): void => void goneReceipts.add(receipt),
    /** the texts that a device was handed since the last question */
    takeTexts: (token: string): string[] => {
      const own = handed.filter(({ device }) => device.token === token)
      for (const one of own) handed.splice(handed.indexOf(one), 1)
      return own.map(({ notice }) => notice.msg)
    },
  }
}
