// The texts of a language as a file: taken along for a translator, and brought back.
import { ActionIcon, FileButton } from '@mantine/core'
import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useT } from '../../i18n/provider.tsx'
import { useAlert, useTell } from '../../ui/dialogs.tsx'
import { saveFile } from '../../ui/save-text.ts'
import { Tip } from '../../ui/tip.tsx'
import { listPairs, makeDrafts } from './language-texts.ts'
import { parseTexts, printTexts } from './texts-json.ts'
import type { LanguageTexts } from './use-language-texts.ts'

/** What the server takes in one go (bytes). */
const mostBytes = 2_000_000

export const TextsFile = ({ texts }: { texts: LanguageTexts }) => {
  const t = useT()
  const alert = useAlert()
  const tell = useTell()
  const { pairs, json, busy } = texts
  const take = () => {
    const typed = json.read()
    if (typed === null) return
    const file = new Blob([`${printTexts(listPairs(pairs, typed))}\n`], { type: 'application/json' })
    saveFile(file, `texts-${pairs.language.langLocale}.json`)
  }
  const bring = async (file: File | null) => {
    if (!file) return
    if (file.size > mostBytes) return alert(t('too_large'), { title: t('file_refused_title') })
    const parsed = parseTexts(await file.text())
    if (parsed.fault) return tell('json_error')
    const typed = json.read()
    if (typed === null) return
    const next = makeDrafts(pairs, typed, parsed.pairs, false)
    texts.setDrafts(next)
    json.show(next)
  }
  const button = { variant: 'subtle', color: 'neutral', size: 44, disabled: busy } as const
  return (
    <>
      <Tip label={t('language_export')} below>
        <ActionIcon {...button} aria-label={t('language_export')} onClick={take}>
          <IconFileExport size={20} aria-hidden />
        </ActionIcon>
      </Tip>
      <FileButton accept="application/json,.json" onChange={(file) => void bring(file)}>
        {(props) => (
          <Tip label={t('language_import')} below>
            <ActionIcon {...props} {...button} aria-label={t('language_import')}>
              <IconFileImport size={20} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
      </FileButton>
    </>
  )
}
