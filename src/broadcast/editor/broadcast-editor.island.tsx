import { useCallback, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { MessageWords } from '../../telegram/message/words.ts'
import type { BroadcastContent, ContentProblem } from '../content.ts'
import { changeForm, type TemplateChoice } from '../form/change-form.ts'
import type { SubmittedFields } from '../form/message-form.ts'
import { textsOf } from '../variants/variants.ts'
import { type Autosave, useAutosave } from './autosave.ts'
import { ButtonRows } from './button-rows.tsx'
import { editedContentIn, withBlanks } from './edited-content.ts'
import type { PartProps } from './editor-parts.tsx'
import { nameField } from './form-fields.ts'
import type { LocalCopy } from './local-copy.ts'
import { MediaFields } from './media-fields.tsx'
import { OptionsPart } from './options-part.tsx'
import { PreviewPart } from './preview-part.tsx'
import { problemsWhileTyping } from './problems-while-typing.ts'
import { SavingMark } from './saving-mark.tsx'
import { SentMedia } from './sent-media.tsx'
import { TemplatePart } from './template-part.tsx'
import { TextsPart } from './texts-part.tsx'
import { withFile } from './upload-file.ts'
import { type EditState, useEdited } from './use-edited.ts'
import { useFocus } from './use-focus.ts'
import { VariantsPart } from './variants-part.tsx'

export interface BroadcastEditorProps {
  content: BroadcastContent
  /** Number of text variants offered in addition to the first; none by default */
  further?: number | undefined
  problems: readonly ContentProblem[]
  templates: readonly TemplateChoice[]
  /** Media of a sent broadcast cannot be changed */
  areMediaKept?: boolean | undefined
  autosave?: Autosave | undefined
  /** URL for uploads */
  files: string
  locale: Locale
  words: MessageWords
}

export function BroadcastEditor(props: BroadcastEditorProps) {
  const { further = 0, problems: initialProblems, templates, areMediaKept = false, autosave, locale, words } = props
  const root = useRef<HTMLDivElement>(null)
  const read = useCallback((sent: SubmittedFields) => editedContentIn(sent, further), [further])
  const { value: content, isLive, isTouched, edit } = useEdited(root, withBlanks(props.content, further), read)
  const [open, setOpen] = useState<Locale>(locale)
  const [variant, setVariant] = useState(0)
  /** Key of the text areas: a new number remounts them after a restore */
  const [edition, setEdition] = useState(0)
  const draft = useAutosave({ root, content, isTouched, autosave })
  const restore = ({ content, name }: LocalCopy) => {
    edit(() => withBlanks(content, further))
    const field = nameField(root.current)
    if (field) field.value = name
    setEdition((before) => before + 1)
  }
  const template = useRef<HTMLSelectElement>(null)
  const follow = useFocus(root)
  const change = (action: string) => {
    const after = changeForm(
      content,
      action,
      templates.find(({ id }) => id === template.current?.value),
    )
    follow(content, after, action)
    edit(() => after)
  }
  const onText = (of: number, language: Locale, text: string) => edit((before) => withText(before, of, language, text))
  const problems = isTouched ? problemsWhileTyping(content) : initialProblems
  const part = { words, problems, change: isLive ? change : undefined }
  const texts = { content, first: locale, open, isLive, onOpen: setOpen, onText, onEnter: setVariant, words, problems }
  return (
    <div ref={root} className="editor" data-live={isLive || undefined}>
      {/* Enter in a field presses this button instead of the first one that changes the form. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <div className="editor-fields">
        <TextsPart key={`A ${edition}`} variant={0} {...texts} />
        <VariantsPart key={`B ${edition}`} {...texts} />
        <MediaPart media={content.media} areKept={areMediaKept} files={props.files} edit={edit} {...part} />
        <OptionsPart
          content={content}
          isSent={areMediaKept}
          onOptions={(options) => edit((before) => ({ ...before, ...options }))}
          words={words}
        />
        <ButtonRows rows={content.buttons} onRows={(buttons) => edit((before) => ({ ...before, buttons }))} {...part} />
        <TemplatePart templates={templates} chosen={template} {...part} />
      </div>
      <div className="editor-side">
        <PreviewPart {...{ content, variant, open, isLive, words }} onOpen={setOpen} onVariant={setVariant} />
        {isLive && <SavingMark draft={draft} words={words} onRestore={restore} />}
      </div>
    </div>
  )
}

interface MediaPartProps
  extends PartProps,
    Pick<BroadcastEditorProps, 'files'>,
    Pick<EditState<BroadcastContent>, 'edit'> {
  media: BroadcastContent['media']
  areKept: boolean
}

function MediaPart({ media, areKept, files, edit, ...part }: MediaPartProps) {
  if (areKept) return <SentMedia media={media} words={part.words} />
  return (
    <MediaFields
      media={media}
      files={files}
      onMedia={(changed) => edit((before) => ({ ...before, media: changed }))}
      onFile={(file) => edit((before) => ({ ...before, media: withFile(before.media, file) }))}
      {...part}
    />
  )
}

function withText(content: BroadcastContent, variant: number, locale: Locale, typed: string): BroadcastContent {
  const [text = {}, ...variants] = textsOf(content).map((each, index) =>
    index === variant ? { ...each, [locale]: typed } : each,
  )
  return content.variants ? { ...content, text, variants } : { ...content, text }
}
