// Sends what the server asks of some hosts to a port of this machine instead, so that its real code with the real addresses
// runs against stubs. The Host header keeps the name that was meant.
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'

const nameOf = (origin) => new URL(String(origin)).hostname

const withHost = (headers, host) => {
  if (Array.isArray(headers)) return [...headers, 'host', host]
  return { ...(headers?.entries ? Object.fromEntries(headers.entries()) : headers), host }
}

/** `ports` by domain, such as { 'facebook.com': 4001 }; each counts for the hosts below it too. Undone by what it returns. */
export const redirectHosts = (ports) => {
  const before = getGlobalDispatcher()
  const portFor = (name) => Object.entries(ports).find(([domain]) => name === domain || name.endsWith(`.${domain}`))?.[1] ?? null
  const redirecting = before.compose((dispatch) => (options, handler) => {
    const name = nameOf(options.origin)
    const port = portFor(name)
    if (port === null) return dispatch(options, handler)
    return dispatch({ ...options, origin: `http://127.0.0.1:${port}`, headers: withHost(options.headers, name) }, handler)
  })
  setGlobalDispatcher(redirecting)
  return () => setGlobalDispatcher(before)
}
