// The views of a table as chips: those everybody has, then one's own with their columns.
import { useT } from '../../i18n/provider.tsx'
import type { Layout } from '../../ui/data-table-model.ts'
import { ViewChips } from '../../ui/view-chips.tsx'
import { useSavedViews, type ViewTable } from './use-saved-views.ts'

type SavedViewsProps = {
  table: ViewTable
  /** those everybody has: `name` is a text key, or stands for a label of its own */
  defaults: readonly { name: string; query: string; label?: string }[]
  /** what is looked at, as it stands in the address */
  query: string
  /** whether a view is what is looked at */
  isSame: (query: string) => boolean
  onOpen: (query: string) => void
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** Own views have names of any kind, also that of another view. */
const ownId = (name: string) => `own:${name}`

export const SavedViews = ({ table, defaults, query, isSame, onOpen, layout, onLayout }: SavedViewsProps) => {
  const t = useT()
  const { saved, save, remove } = useSavedViews(table)
  const views = [
    ...defaults.map((one) => ({ id: one.name, label: one.label ?? t(one.name), own: false, query: one.query, layout: null })),
    ...saved.map((one) => ({ id: ownId(one.name), label: one.name, own: true, query: one.query, layout: one.layout })),
  ]
  const open = (id: string) => {
    const view = views.find((one) => one.id === id)
    if (!view) return
    onOpen(view.query)
    // how close rows are is the person's, not the view's
    if (view.layout) onLayout({ ...view.layout, dense: layout.dense })
  }
  return (
    <ViewChips
      label={t('views_label')}
      views={views}
      selected={views.findLast((one) => isSame(one.query))?.id ?? null}
      onSelect={open}
      onSave={(name) => save({ name, query, layout: { ...layout, order: [...layout.order], hidden: [...layout.hidden] } })}
      onRemove={(id) => remove(id.slice(ownId('').length))}
    />
  )
}
