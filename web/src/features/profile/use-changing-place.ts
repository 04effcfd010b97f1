// A change of a saved place, with a way back for as long as the toast is there.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { changeSavedPlace, listSavedPlaces, type SavedPlace } from '@wayfare/contract/accounts-places'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { stalePlaces } from './stale-places.ts'
import { useUndoToast } from './use-undo-toast.tsx'

type Part = Pick<SavedPlace, 'name' | 'mark'>

const readPlaces = (client: QueryClient): readonly SavedPlace[] =>
  client.getQueryData<OutputOf<typeof listSavedPlaces>>(queryKeys.savedPlaces)?.places ?? []

const inputOf = ({ id, name, lat, lng, mark }: SavedPlace) => ({ id, name, lat, lng, mark })

export const useChangingPlace = () => {
  const t = useT()
  const client = useQueryClient()
  const offerUndo = useUndoToast()
  const { send } = useWrite(changeSavedPlace, { stale: stalePlaces })
  const back = useWrite(changeSavedPlace, { stale: stalePlaces, refuse: useProblem() })
  /** A refusal is thrown. */
  return async (place: SavedPlace, part: Part): Promise<void> => {
    // whose mark moves here gets it back
    const loser = part.mark && readPlaces(client).find(({ id, mark }) => id !== place.id && mark === part.mark)
    await send(inputOf({ ...place, ...part }))
    offerUndo(place.id, t('place_changed', { name: part.name }), async () => {
      await back.run(inputOf(place))
      // it may have been renamed, or removed, meanwhile
      const now = loser && readPlaces(client).find(({ id }) => id === loser.id)
      if (now) await back.run(inputOf({ ...now, mark: part.mark }))
    })
  }
}
