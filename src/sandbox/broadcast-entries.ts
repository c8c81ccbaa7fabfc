import { BroadcastEditor } from '../broadcast/editor/broadcast-editor.island.tsx'
import { KeyboardEditor } from '../broadcast/editor/keyboard-editor.island.tsx'
import { type Locale, localised } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { paths } from '../paths.ts'
import { entryOf, type SandboxEntry } from './entry.ts'

export function chatEntries(locale: Locale): SandboxEntry[] {
  const words = { ru, en }[locale].message
  const rows = [[{ text: { ru: 'Графики', en: 'Charts' }, url: 'https://kurs.example/app/charts' }]]
  const flags = { hasLinkPreview: true, isSilent: false, isProtected: false }
  const shared = { problems: [], locale, words }
  return [
    entryOf({
      id: 'keyboard-editor',
      component: KeyboardEditor,
      props: { ...shared, rows, sample: 'Bitcoin is at 98,755.20' },
      hidden: ['words'],
      emits: ['input', 'click'],
      box: { width: 720, height: 480 },
    }),
    entryOf({
      id: 'broadcast-editor',
      component: BroadcastEditor,
      props: {
        ...shared,
        content: { text: { ru: 'Новые графики', en: 'New charts' }, media: [], buttons: rows, ...flags },
        templates: [],
        files: localised(locale, paths.broadcastFiles),
      },
      hidden: ['words'],
      emits: ['input', 'click'],
      box: { width: 960, height: 640 },
    }),
  ]
}
