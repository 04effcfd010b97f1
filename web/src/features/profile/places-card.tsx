// The places one keeps: named, removed with a way back, and added from the search.
import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { IconBriefcase, IconHome, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { addSavedPlace, listSavedPlaces, removeSavedPlace, type SavedPlace } from '@wayfare/contract/accounts-places'
import { useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { AddPlace } from './add-place.tsx'
import { PlaceNameDialog } from './place-name-dialog.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './profile.module.css'
import { stalePlaces } from './stale-places.ts'
import { useUndoToast } from './use-undo-toast.tsx'

type Answer = { places: SavedPlace[] }

const usePlaces = () => useRead(queryKeys.savedPlaces, listSavedPlaces, {}, { select: (answer) => answer.places })

/** Removed at once; the toast puts it back. */
const useRemoving = () => {
  const t = useT()
  const client = useQueryClient()
  const offerUndo = useUndoToast()
  const problem = useProblem()
  const add = useWrite(addSavedPlace, { stale: stalePlaces, refuse: problem })
  const removal = useWrite(removeSavedPlace, {
    stale: stalePlaces,
    refuse: (cause) => (isCallError(cause) && cause.key === 'not_found' ? undefined : problem(cause)),
  })
  return async (place: SavedPlace) => {
    client.setQueryData<Answer>(queryKeys.savedPlaces, (now) => now && { places: now.places.filter(({ id }) => id !== place.id) })
    const { name, lat, lng, mark } = place
    if (await removal.run({ id: place.id }))
      offerUndo(place.id, t('place_removed', { name }), () => add.run({ name, lat, lng, mark }))
  }
}

type PlaceRowProps = { place: SavedPlace; onRename: () => void; onRemove: () => void }

const icons = { home: IconHome, work: IconBriefcase }

const PlaceRow = ({ place: { name, mark }, onRename, onRemove }: PlaceRowProps) => {
  const t = useT()
  const Icon = mark ? icons[mark] : IconStar
  return (
    <li className={classes.row}>
      <Icon size={22} aria-hidden className={classes.rowIcon} />
      <Text className={classes.rowText}>
        <bdi>{name}</bdi>
        {mark && (
          <Text component="span" size="sm" c="dimmed" display="block">
            {t(`place_mark_${mark}`)}
          </Text>
        )}
      </Text>
      <ActionIcon variant="subtle" color="neutral" aria-label={t('place_rename', { name })} onClick={onRename}>
        <IconPencil size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="danger" aria-label={t('place_remove', { name })} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </li>
  )
}

export const PlacesCard = () => {
  const t = useT()
  const { data, error, reload } = usePlaces()
  const remove = useRemoving()
  const [renamed, setRenamed] = useState<SavedPlace | null>(null)
  return (
    <SubjectCard id="places" title={t('saved_places')} text={t('saved_places_text')}>
      {error.flag && <LoadProblem cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={60} radius="md" />}
      {data?.length === 0 && <Text c="dimmed">{t('saved_places_none')}</Text>}
      {data && data.length > 0 && (
        <ul className={classes.rows}>
          {data.map((place) => (
            <PlaceRow key={place.id} place={place} onRename={() => setRenamed(place)} onRemove={() => void remove(place)} />
          ))}
        </ul>
      )}
      <AddPlace />
      <PlaceNameDialog place={renamed} onClose={() => setRenamed(null)} />
    </SubjectCard>
  )
}
