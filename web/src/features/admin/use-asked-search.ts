// A link to a list may name what it looks for: it is asked anew each time that such a link is followed.
import { useLocation } from 'react-router'

export const useAskedSearch = () => {
  const { key, search } = useLocation()
  const asked = new URLSearchParams(search).get('search')
  return asked === null ? undefined : { search: asked, visit: key }
}
