// A two-tone horn from the browser's own synthesiser. Browsers allow sound only after a first touch of the page.
let context: AudioContext | null = null

const audio = (): AudioContext | null => {
  if (!context && typeof AudioContext !== 'undefined') context = new AudioContext()
  return context
}

/** To be called in a tap: from then on the page may sound. */
export const allowSound = (): void => {
  void audio()
    ?.resume()
    .catch(() => undefined)
}

export const isSoundAllowed = (): boolean => context?.state === 'running'

const tone = (at: AudioContext, hertz: number, start: number) => {
  const voice = at.createOscillator()
  const volume = at.createGain()
  voice.type = 'sawtooth'
  voice.frequency.value = hertz
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(0.25, start + 0.03)
  volume.gain.setValueAtTime(0.25, start + 0.28)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.4)
  voice.connect(volume).connect(at.destination)
  voice.start(start)
  voice.stop(start + 0.42)
}

const blow = () => {
  navigator.vibrate?.([300, 120, 300])
  const at = audio()
  if (at?.state !== 'running') return
  tone(at, 440, at.currentTime)
  tone(at, 554, at.currentTime)
  tone(at, 440, at.currentTime + 0.5)
  tone(at, 554, at.currentTime + 0.5)
}

/** Blows once, or again and again until the answer is called. */
export const startHorn = (repeat: boolean): (() => void) => {
  blow()
  const timer = repeat ? setInterval(blow, 2500) : null
  return () => {
    if (timer !== null) clearInterval(timer)
    navigator.vibrate?.(0)
  }
}
