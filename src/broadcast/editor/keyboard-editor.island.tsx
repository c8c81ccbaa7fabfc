import { useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { Button, MessageContent } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { inEachLocale } from '../../telegram/message/requests.ts'
import type { MessageWords } from '../../telegram/message/words.ts'
import { ButtonRows } from './button-rows.tsx'
import { changeForm } from './change-form.ts'
import { problemsWhileTyping } from './edited-content.ts'
import { type EditorIcons, EditorIconsContext } from './editor-icon.tsx'
import { useEdited } from './form-fields.ts'
import { rowsIn } from './message-form.ts'
import { PreviewLink, PreviewPart, previewId } from './preview-part.tsx'
import { useFocus } from './use-focus.ts'

export interface KeyboardEditorProps {
  rows: Button[][]
  problems: readonly MessageProblem[]
  /** Sample text above the buttons in the preview */
  sample: string
  locale: Locale
  words: MessageWords
  icons: EditorIcons
}

/** Editor of only the keyboard of a message, for templates. */
export function KeyboardEditor({
  rows: initial,
  problems: initialProblems,
  sample,
  locale,
  words,
  icons,
}: KeyboardEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const { value: rows, isLive, isTouched, edit } = useEdited(root, initial, rowsIn)
  const [open, setOpen] = useState<Locale>(locale)
  const content: MessageContent = {
    text: inEachLocale(sample),
    media: [],
    buttons: rows,
    hasLinkPreview: true,
    isSilent: false,
    isProtected: false,
  }
  const follow = useFocus(root)
  const change = (action: string) => {
    const after = changeForm(content, action)
    follow(content, after, action)
    edit(() => after.buttons)
  }
  const problems = isTouched ? problemsWhileTyping(content) : initialProblems
  return (
    <EditorIconsContext.Provider value={icons}>
      <div ref={root} className="editor" data-live={isLive || undefined}>
        {/* Enter in a field presses this button, not the first button that only changes the form. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <div className="editor-fields">
          <ButtonRows
            rows={rows}
            onRows={(changed) => edit(() => changed)}
            words={words}
            problems={problems}
            change={isLive ? change : undefined}
          />
          <PreviewLink words={words} />
        </div>
        <div className="editor-side" id={previewId}>
          <PreviewPart content={content} open={open} isLive={isLive} onOpen={setOpen} words={words} />
        </div>
      </div>
    </EditorIconsContext.Provider>
  )
}
