import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { paths } from '../../paths.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { Island } from '../../ui/island.tsx'
import type { BroadcastContent } from '../content.ts'
import type { Autosave } from './autosave.ts'
import { BroadcastEditor } from './broadcast-editor.island.tsx'
import type { TemplateChoice } from './change-form.ts'
import { findEditorIcons } from './find-editor-icons.ts'

export interface MessageFieldsProps {
  content: BroadcastContent
  /** Number of text variants offered in addition to the first text; none by default */
  further?: number | undefined
  /** Problems of the message, shown beside their fields from the first render on */
  problems: readonly MessageProblem[]
  templates: readonly TemplateChoice[]
  areMediaKept?: boolean | undefined
  autosave?: Autosave | undefined
}

/**
 * Fields of a message in any form: plain inputs that the editor takes over in browsers. The form needs `method="post"`
 * and a route that reads the fields with `readMessageFields`, and shows the form again if `isChange`.
 */
export function MessageFields(props: MessageFieldsProps) {
  const { locale } = useLocale()
  return (
    <Island name="broadcast-editor" when="load" className="message-fields">
      <BroadcastEditor
        {...props}
        files={localised(locale, paths.broadcastFiles)}
        locale={locale}
        words={{ ru, en }[locale].message}
        icons={findEditorIcons()}
      />
    </Island>
  )
}
