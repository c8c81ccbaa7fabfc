import { useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { MessageContent } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import type { MessageWords } from '../../telegram/message/words.ts'
import { changeForm, type TemplateChoice } from '../form/change-form.ts'
import { contentIn } from '../form/message-form.ts'
import { type Autosave, useAutosave } from './autosave.ts'
import { ButtonRows } from './button-rows.tsx'
import { MediaFields } from './media-fields.tsx'
import { OptionsPart } from './options-part.tsx'
import { PreviewPart } from './preview-part.tsx'
import { SavingMark } from './saving-mark.tsx'
import { TemplatePart } from './template-part.tsx'
import { TextsPart } from './texts-part.tsx'
import { problemsWhileTyping } from './told-problems.ts'
import { useEdited } from './use-edited.ts'
import { useFocus } from './use-focus.ts'

export interface BroadcastEditorProps {
  content: MessageContent
  problems: readonly MessageProblem[]
  templates: readonly TemplateChoice[]
  autosave?: Autosave | undefined
  locale: Locale
  words: MessageWords
}

export function BroadcastEditor({
  content: initial,
  problems: told,
  templates,
  autosave,
  locale,
  words,
}: BroadcastEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const { value: content, isLive, isTouched, edit } = useEdited(root, initial, contentIn)
  const [open, setOpen] = useState<Locale>(locale)
  /** Text areas keep their own text: another number makes them anew */
  const [edition, setEdition] = useState(0)
  const draft = useAutosave({ root, content, isTouched, autosave })
  const restore = (kept: MessageContent) => {
    edit(() => kept)
    setEdition((before) => before + 1)
  }
  const template = useRef<HTMLSelectElement>(null)
  const follow = useFocus(root)
  const change = (said: string) => {
    const after = changeForm(
      content,
      said,
      templates.find(({ id }) => id === template.current?.value),
    )
    follow(content, after, said)
    edit(() => after)
  }
  const problems = isTouched ? problemsWhileTyping(content) : told
  const part = { words, problems, change: isLive ? change : undefined }
  return (
    <div ref={root} className="editor" data-live={isLive || undefined}>
      {/* What Enter in a field presses: not the first of the buttons that change the form. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <div className="editor-fields">
        <TextsPart
          key={edition}
          content={content}
          open={open}
          isLive={isLive}
          onOpen={setOpen}
          onText={(of, text) => edit((before) => ({ ...before, text: { ...before.text, [of]: text } }))}
          {...part}
        />
        <MediaFields media={content.media} onMedia={(media) => edit((before) => ({ ...before, media }))} {...part} />
        <OptionsPart
          content={content}
          onOptions={(options) => edit((before) => ({ ...before, ...options }))}
          words={words}
        />
        <ButtonRows rows={content.buttons} onRows={(buttons) => edit((before) => ({ ...before, buttons }))} {...part} />
        <TemplatePart templates={templates} chosen={template} {...part} />
      </div>
      <div className="editor-side">
        <PreviewPart content={content} open={open} isLive={isLive} onOpen={setOpen} words={words} />
        {isLive && <SavingMark draft={draft} words={words} onRestore={restore} />}
      </div>
    </div>
  )
}
