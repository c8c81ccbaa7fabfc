import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { paths } from '../../paths.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { Island } from '../../ui/island.tsx'
import type { BroadcastContent } from '../content.ts'
import type { TemplateChoice } from '../form/change-form.ts'
import type { Autosave } from './autosave.ts'
import { BroadcastEditor } from './broadcast-editor.island.tsx'

export interface MessageFieldsProps {
  content: BroadcastContent
  /** How many texts beside the first are offered; none unless given */
  further?: number | undefined
  /** Shown beside their fields, from the first view on */
  problems: readonly MessageProblem[]
  templates: readonly TemplateChoice[]
  areMediaKept?: boolean | undefined
  autosave?: Autosave | undefined
}

/**
 * The message in a form of whoever includes it: plain fields, which the editor takes over in browsers. The form needs
 * `method="post"` and a route that reads it by `readMessageFields` and shows it again when that says `isChange`.
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
      />
    </Island>
  )
}
