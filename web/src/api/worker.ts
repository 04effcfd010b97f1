// The service worker as the page sees it: it is given the role whose pages it keeps, and says which build the server has.
import type { Role } from '@wayfare/core/accounts'

export const worker = { url: '/sw.js', options: { scope: '/', updateViaCache: 'none' } } as const

/** Outside https there is none; while the page is developed it has nothing to keep. */
export const hasWorker = (): boolean => import.meta.env.PROD && window.isSecureContext && 'serviceWorker' in navigator

/** Keeps the frame of the page and the pages of a role on this device. */
export const keepRolePages = async (role: Role | 'visitor'): Promise<void> => {
  if (!hasWorker()) return
  await navigator.serviceWorker.register(worker.url, worker.options)
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'keep', role }, [])
}

/** Asks the server for a new build; a page that nobody closes would not hear of one for a day. */
export const askForBuild = async (): Promise<void> => {
  if (!hasWorker()) return
  const registration = await navigator.serviceWorker.getRegistration(worker.options.scope)
  await registration?.update()
}

const ownEntry = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null

type News = { type?: string; entry?: string } | null

/** Hears of a build that is kept on this device and is another than the page's own. */
export const onNewBuild = (listener: () => void): (() => void) => {
  if (!hasWorker()) return () => undefined
  const hear = ({ data }: MessageEvent<News>) => {
    if (data?.type === 'build' && data.entry !== ownEntry()) listener()
  }
  const workers = navigator.serviceWorker
  workers.addEventListener('message', hear)
  workers.startMessages()
  return () => workers.removeEventListener('message', hear)
}
