// The service worker as a trip sees it: whether it keeps what is fetched, and when it may forget it.
import { hasWorker } from '../../api/worker.ts'

/** Whether what is fetched from now on passes the worker; it takes a page over a moment after its first start. */
export const isKeeping = async (): Promise<boolean> => {
  if (!hasWorker()) return false
  const workers = navigator.serviceWorker
  await workers.ready
  if (!workers.controller) await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
  return true
}

/** The map along the ways of a trip is kept for that trip alone. */
export const forgetTripTiles = async (): Promise<void> => {
  if (!hasWorker()) return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage({ type: 'tripOver' }, [])
}
