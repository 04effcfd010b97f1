// This device's own name and the numbers it has given to positions.
const deviceKey = 'wayfare.device'
const seqKey = 'wayfare.position-seq'

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // a browser that keeps nothing is a new device next time
  }
}

let device: string | null = null

export const readDeviceId = (): string => {
  device ??= read(deviceKey)
  if (!device) {
    device = `web-${crypto.randomUUID()}`
    write(deviceKey, device)
  }
  return device
}

export const readSeq = (): number => {
  const kept = Number(read(seqKey) ?? '0')
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0
}

export const writeSeq = (seq: number): void => write(seqKey, String(seq))
