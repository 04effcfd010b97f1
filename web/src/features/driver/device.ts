// This device's own name and the numbers it has given to positions.
import { makeOnceKey } from '../../api/call.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

const deviceKey = 'wayfare.device'
const seqKey = 'wayfare.position-seq'

let device: string | null = null

export const readDeviceId = (): string => {
  device ??= readStored(deviceKey)
  if (!device) {
    device = `web-${makeOnceKey()}`
    writeStored(deviceKey, device)
  }
  return device
}

export const readSeq = (): number => {
  const kept = Number(readStored(seqKey) ?? '0')
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0
}

export const writeSeq = (seq: number): void => void writeStored(seqKey, String(seq))
