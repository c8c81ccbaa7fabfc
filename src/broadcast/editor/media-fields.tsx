import { type ChangeEvent, useState } from 'react'
import type { Media } from '../../telegram/message/content.ts'
import { fillWords, type MessageWords } from '../../telegram/message/words.ts'
import { EditorIcon } from './editor-icon.tsx'
import { ChangeButton, hasFault, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'
import { formKinds } from './message-form.ts'
import { type FailedUpload, uploadFiles } from './upload-file.ts'

export interface MediaFieldsProps extends PartProps {
  media: readonly Media[]
  files: string
  onMedia(media: Media[]): void
  /** Adds a file to the media as they are when its upload ends */
  onFile(media: Media): void
}

export function MediaFields({ media, files, onMedia, onFile, ...part }: MediaFieldsProps) {
  const { words, problems, change } = part
  const { editor } = words
  const put = (index: number, changed: Partial<Media>) =>
    onMedia(media.map((each, at) => (at === index ? { ...each, ...changed } : each)))
  return (
    <fieldset className="editor-part">
      <legend>{editor.media}</legend>
      <p className="field-hint">{editor.mediaHint}</p>
      <ProblemLines field="media" id={idOf('media-error')} problems={problems} words={words} />
      <ol className="editor-media">
        {media.map((each, index) => {
          const name = `media.${index}`
          return <MediaItem key={name} name={name} media={each} index={index} onChange={put} {...part} />
        })}
      </ol>
      <div className="editor-media-acts">
        <ChangeButton action="media.add" change={change}>
          {editor.addMedia}
        </ChangeButton>
        <FilePicker action={files} isLive={change !== undefined} words={words} onFile={onFile} />
      </div>
    </fieldset>
  )
}

interface MediaItemProps extends PartProps {
  /** Name of the fields of this media item, such as `media.0` */
  name: string
  media: Media
  index: number
  onChange(index: number, changed: Partial<Media>): void
}

function MediaItem({ name, media, index, onChange, words, problems, change }: MediaItemProps) {
  const { kind, file, name: fileName } = media
  const { editor } = words
  const number = index + 1
  const error = idOf(`${name}.error`)
  return (
    <li>
      <select
        name={`${name}.kind`}
        aria-label={fillWords(editor.mediaKind, { number })}
        value={kind}
        onChange={({ target }) => onChange(index, { kind: formKinds.find((known) => known === target.value) ?? kind })}
      >
        {formKinds.map((known) => (
          <option key={known} value={known}>
            {editor.kinds[known]}
          </option>
        ))}
      </select>
      <input
        type="text"
        name={`${name}.file`}
        aria-label={fillWords(editor.mediaFile, { number })}
        aria-invalid={hasFault(problems, `${name}.file`)}
        aria-describedby={error}
        value={file}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(index, { file: target.value, name: undefined })}
      />
      <ChangeButton
        action={`media.up-${index}`}
        change={change}
        label={fillWords(editor.mediaUp, { number })}
        isDisabled={index === 0}
      >
        <EditorIcon name="up" />
      </ChangeButton>
      <ChangeButton action={`media.remove-${index}`} change={change} label={fillWords(editor.removeMedia, { number })}>
        <EditorIcon name="remove" />
      </ChangeButton>
      {fileName && <FileName name={`${name}.name`} value={fileName} />}
      <ProblemLines field={`${name}.file`} id={error} problems={problems} words={words} />
    </li>
  )
}

function FileName({ name, value }: { name: string; value: string }) {
  return (
    <p className="field-hint">
      <input type="hidden" name={name} value={value} />
      {value}
    </p>
  )
}

interface FilePickerProps {
  /** URL for uploads; also a page for browsers without the editor */
  action: string
  isLive: boolean
  words: MessageWords
  onFile(media: Media): void
}

/** Input that uploads files one after the other; each of them becomes a media item. */
function FilePicker({ action, isLive, words: { editor }, onFile }: FilePickerProps) {
  const [uploading, setUploading] = useState<string>()
  const [failed, setFailed] = useState<FailedUpload[]>([])
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // The input is cleared, so that the same file can be chosen again.
    target.value = ''
    setFailed([])
    setFailed(await uploadFiles(action, files, { onStart: setUploading, onFile }))
    setUploading(undefined)
  }
  if (!isLive) {
    return (
      <a className="button button-quiet" href={action} target="_blank" rel="noreferrer">
        {editor.uploadFile}
      </a>
    )
  }
  const isBusy = uploading !== undefined
  const failures = failed.map((each, index) => ({ ...each, id: `${index}-${each.name}` }))
  return (
    <>
      <label className="button button-quiet editor-picker">
        {editor.uploadFile}
        {/* The input is not disabled during an upload: it would lose the focus for good. */}
        <input
          type="file"
          multiple
          className="visually-hidden"
          aria-disabled={isBusy}
          onClick={(event) => isBusy && event.preventDefault()}
          onChange={(event) => void (isBusy || choose(event))}
        />
      </label>
      <div role="status">
        {isBusy && <p className="field-hint">{fillWords(editor.uploading, { name: uploading })}</p>}
        {failures.map(({ id, name, outcome }) => (
          <p key={id} className="field-error">
            {name}: {textOf(outcome, editor)}
          </p>
        ))}
      </div>
    </>
  )
}

function textOf(outcome: FailedUpload['outcome'], editor: MessageWords['editor']): string {
  if (outcome.status === 'refused') return outcome.error
  return outcome.status === 'signedOut' ? editor.uploadSignedOut : editor.uploadUnreachable
}
