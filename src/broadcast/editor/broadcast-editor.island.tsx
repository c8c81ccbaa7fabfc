import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { Media, MessageContent } from '../../telegram/message/content.ts'
import { fillWords, type MessageWords } from '../../telegram/message/words.ts'
import type { BroadcastContent, ContentProblem } from '../content.ts'
import { isWritten, letterOf, textsOf } from '../variants.ts'
import { type Autosave, useAutosave } from './autosave.ts'
import { ButtonRows } from './button-rows.tsx'
import { changeForm, type TemplateChoice } from './change-form.ts'
import { editedContentIn, problemsWhileTyping, withBlanks } from './edited-content.ts'
import { type EditorIcons, EditorIconsContext } from './editor-icon.tsx'
import { ChangeButton, idOf, type PartProps } from './editor-parts.tsx'
import { type EditState, nameField, useEdited } from './form-fields.ts'
import type { LocalCopy } from './local-copy.ts'
import { MediaFields } from './media-fields.tsx'
import { type SubmittedFields, templateField } from './message-form.ts'
import { PreviewLink, PreviewPart, previewId } from './preview-part.tsx'
import { SavingMark } from './saving-mark.tsx'
import { TextsPart, type TextsPartProps } from './texts-part.tsx'
import { withFile } from './upload-file.ts'
import { useFocus } from './use-focus.ts'

export interface OptionsPartProps {
  content: MessageContent
  /** Whether the message is already in chats */
  isSent: boolean
  words: MessageWords
  onOptions(options: Partial<Pick<MessageContent, Option>>): void
}

type Option = (typeof options)[number]
const options = ['hasLinkPreview', 'isSilent', 'isProtected'] as const

function OptionsPart({ content, isSent, words: { editor }, onOptions }: OptionsPartProps) {
  return (
    <fieldset className="editor-part">
      <legend>{editor.options}</legend>
      {isSent && <p className="field-hint">{editor.optionsSent}</p>}
      <div className="field">
        {options.map((name) => (
          <label key={name} className="choice">
            <input
              type="checkbox"
              name={name}
              value="on"
              checked={content[name]}
              onChange={({ target }) => onOptions({ [name]: target.checked })}
            />
            {editor[name]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export interface BroadcastEditorProps {
  content: BroadcastContent
  /** Number of text variants offered in addition to the first text; none by default */
  further?: number | undefined
  problems: readonly ContentProblem[]
  templates: readonly TemplateChoice[]
  /** Whether media cannot be changed, because the broadcast was sent */
  areMediaKept?: boolean | undefined
  autosave?: Autosave | undefined
  /** URL that files are uploaded to */
  files: string
  locale: Locale
  words: MessageWords
  icons: EditorIcons
}

export function BroadcastEditor(props: BroadcastEditorProps) {
  const {
    further = 0,
    problems: initialProblems,
    templates,
    areMediaKept = false,
    autosave,
    locale,
    words,
    icons,
  } = props
  const root = useRef<HTMLDivElement>(null)
  const read = useCallback((sent: SubmittedFields) => editedContentIn(sent, further), [further])
  const { value: content, isLive, isTouched, edit } = useEdited(root, withBlanks(props.content, further), read)
  const [open, setOpen] = useState<Locale>(locale)
  const [variant, setVariant] = useState(0)
  /** React key of the text areas: a new number remounts them after a copy was restored */
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
    <EditorIconsContext.Provider value={icons}>
      <div ref={root} className="editor" data-live={isLive || undefined}>
        {/* Enter in a field presses this button, not the first button that only changes the form. */}
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
          <ButtonRows
            rows={content.buttons}
            onRows={(buttons) => edit((before) => ({ ...before, buttons }))}
            {...part}
          />
          <TemplatePart templates={templates} chosen={template} {...part} />
          <PreviewLink words={words} />
        </div>
        <div className="editor-side" id={previewId}>
          <PreviewPart {...{ content, variant, open, isLive, words }} onOpen={setOpen} onVariant={setVariant} />
          {isLive && <SavingMark draft={draft} words={words} onRestore={restore} />}
        </div>
      </div>
    </EditorIconsContext.Provider>
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

/** Media of a message that is already in chats. Hidden fields remain, because preview and limits use their values. */
function SentMedia({ media, words: { editor } }: { media: readonly Media[]; words: MessageWords }) {
  if (media.length === 0) return null
  return (
    <fieldset className="editor-part">
      <legend>{editor.media}</legend>
      <p className="field-hint">{editor.mediaKept}</p>
      <ol className="editor-media">
        {media.map(({ kind, file, name: fileName }, index) => {
          const name = `media.${index}`
          return (
            <li key={name}>
              <input type="hidden" name={`${name}.kind`} value={kind} />
              <input type="hidden" name={`${name}.file`} value={file} />
              {fileName && <input type="hidden" name={`${name}.name`} value={fileName} />}
              {editor.kinds[kind]} {fileName ?? <code>{file}</code>}
            </li>
          )
        })}
      </ol>
    </fieldset>
  )
}

function VariantsPart(props: Omit<TextsPartProps, 'variant'>) {
  const { content, words } = props
  const { variants = [] } = content
  /** Texts that are open at first; a text that the user opens or empties later stays as it is */
  const [written] = useState(() => variants.map(isWritten))
  if (variants.length === 0) return null
  return (
    <details className="editor-variants" open={written.includes(true) || undefined}>
      <summary>{words.editor.variants}</summary>
      <p className="field-hint">{words.editor.variantsHint}</p>
      {variants.map((_, index) => {
        const letter = letterOf(index + 1)
        return (
          <details key={letter} className="editor-variant" open={index === 0 || written[index] || undefined}>
            <summary>{fillWords(words.editor.variant, { letter })}</summary>
            <TextsPart {...props} variant={index + 1} />
          </details>
        )
      })}
    </details>
  )
}

export interface TemplatePartProps extends Pick<PartProps, 'words' | 'change'> {
  templates: readonly TemplateChoice[]
  chosen: RefObject<HTMLSelectElement | null>
}

/** Select whose template rows are appended to the rows of the keyboard. */
function TemplatePart({ templates, chosen, words: { editor }, change }: TemplatePartProps) {
  if (templates.length === 0) return null
  return (
    <div className="field editor-template">
      <label htmlFor={idOf(templateField)}>{editor.template}</label>
      <select ref={chosen} id={idOf(templateField)} name={templateField}>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChangeButton action="template" change={change}>
        {editor.insertTemplate}
      </ChangeButton>
    </div>
  )
}
