// The dialog in which the texts of a language are written: as a list beside the English ones, or as JSON.
import { ActionIcon, Group, Switch, Tabs, Text } from '@mantine/core'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FootButtons } from '../../ui/foot-buttons.tsx'
import '../../ui/switch-styles.ts'
import '../../ui/tabs-styles.ts'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { LanguageGrid } from './language-grid.tsx'
import { findKeptText, type Pairs, type TextFilter } from './language-texts.ts'
import classes from './language-texts.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import { TextsFile } from './texts-file.tsx'
import { useLanguageTexts, type LanguageTexts } from './use-language-texts.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { useNotify } from '../../ui/use-notify.ts'

const JsonEditor = makeLazyPart(async () => (await import('./json-editor.tsx')).JsonEditor)

const noFilter: TextFilter = { search: '', missing: false, changed: false, wrong: false }

type Large = { is: boolean; set: (isLarge: boolean) => void }
type BodyProps = { texts: LanguageTexts; onClose: () => void; onSaved: () => void; large: Large | null }

const LargeButton = ({ is, set }: Large) => {
  const t = useT()
  const label = t(is ? 'language_smaller' : 'language_larger')
  return (
    <Tip label={label} below>
      <ActionIcon variant="subtle" color="neutral" aria-label={label} onClick={() => set(!is)}>
        {is ? <IconMinimize size={20} aria-hidden /> : <IconMaximize size={20} aria-hidden />}
      </ActionIcon>
    </Tip>
  )
}

const Contest = ({ texts, onMine }: { texts: LanguageTexts; onMine: () => void }) => {
  const { pairs, drafts, contest, busy } = texts
  if (contest.length === 0) return null
  const differences = contest.map((key) => ({ label: key, mine: drafts[key] ?? '', theirs: findKeptText(pairs, key) }))
  return (
    <RowChangedNote
      name={pairs.language.langName}
      differences={differences}
      busy={busy}
      onTheirs={texts.takeTheirs}
      onMine={onMine}
    />
  )
}

const Body = ({ texts, onClose, onSaved, large }: BodyProps) => {
  const t = useT()
  const { json, busy, changed } = texts
  const [tab, setTab] = useState('grid')
  const [filter, setFilter] = useState(noFilter)
  const choose = (next: string | null) => {
    if (next === 'json') json.open()
    if (next === 'grid') {
      const typed = json.read()
      if (typed === null) return
      texts.setDrafts(typed)
      json.close()
    }
    setTab(next ?? 'grid')
  }
  const save = async () => {
    const outcome = await texts.save()
    if (outcome === 'saved') return onSaved()
    if (outcome === 'wrong') {
      setTab('grid')
      setFilter({ ...noFilter, wrong: true })
    }
  }
  return (
    <form
      className={classes.body}
      aria-busy={busy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Contest texts={texts} onMine={() => void save()} />
      <Tabs value={tab} onChange={choose} keepMounted={false} className={classes.tabs ?? ''}>
        <div className={classes.bar}>
          <Tabs.List className={classes.tabList ?? ''}>
            <Tabs.Tab value="grid" mih="var(--wf-touch)">
              {t('language_texts_list')}
            </Tabs.Tab>
            <Tabs.Tab value="json" mih="var(--wf-touch)">
              JSON
            </Tabs.Tab>
          </Tabs.List>
          <TextsFile texts={texts} />
          {large && <LargeButton {...large} />}
        </div>
        <Tabs.Panel value="grid" className={classes.panel ?? ''}>
          <LanguageGrid texts={texts} filter={filter} onFilter={setFilter} />
        </Tabs.Panel>
        <Tabs.Panel value="json" className={classes.panel ?? ''}>
          <Suspense fallback={<Spinner />}>
            {json.json && <JsonEditor label={t('language_json')} value={json.json.text} onChange={json.write} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <div className={classes.foot}>
        <Switch
          label={t('language_preview')}
          checked={texts.preview.isOn}
          onChange={(event) => texts.preview.setOn(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed" role="status" className={classes.count}>
          {changed === 0 ? t('settings_unchanged') : t('language_texts_changed', { count: changed })}
        </Text>
        <Group gap="sm" wrap="nowrap" justify="flex-end" className={classes.buttons ?? ''}>
          <FootButtons small label={t('language_texts_add')} busy={busy} onCancel={onClose} />
        </Group>
      </div>
    </form>
  )
}

type LanguageTextsDialogProps = {
  /** as they were read when the dialog was asked for */
  first: Pairs
  onClose: () => void
}

export const LanguageTextsDialog = ({ first, onClose }: LanguageTextsDialogProps) => {
  const t = useT()
  const notify = useNotify()
  const isNarrow = useNarrow()
  const texts = useLanguageTexts(first)
  const [isLarge, setLarge] = useState(false)
  const [asking, setAsking] = useState(false)
  const isFull = isNarrow || isLarge
  const close = () => {
    if (texts.busy) return
    if (texts.changed > 0) setAsking(true)
    else onClose()
  }
  const saved = () => {
    notify(t('updated'))
    onClose()
  }
  return (
    <>
      <Dialog
        opened
        onClose={close}
        size={800}
        fullScreen={isFull}
        closeOnClickOutside={false}
        title={t('language_texts_of', { name: first.language.langName })}
        overlayProps={{ backgroundOpacity: texts.preview.isOn ? 0.05 : 0.55 }}
        classNames={{
          content: classes[isFull ? 'full' : 'dialog'] ?? '',
          header: classes.head ?? '',
          body: classes.inside ?? '',
        }}
      >
        <Body texts={texts} onClose={close} onSaved={saved} large={isNarrow ? null : { is: isLarge, set: setLarge }} />
      </Dialog>
      <LeaveGuard changed={texts.changed} />
      <LeaveQuestion opened={asking} changed={texts.changed} onLeave={onClose} onStay={() => setAsking(false)} />
    </>
  )
}
