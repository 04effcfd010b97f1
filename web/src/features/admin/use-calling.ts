// The number in the address (`?phone=`): whoever answers a call opens the form by a link of the telephone system.
import { useSearchParams } from 'react-router'
import { readCalling } from './caller.ts'

export const useCalling = () => {
  const [params, setParams] = useSearchParams()
  const calling = readCalling(params.get('phone') ?? '')
  /** It is known who that is: the address asks no more. */
  const answer = () => {
    if (params.has('phone')) setParams({}, { replace: true })
  }
  return { calling, answer }
}
