import { type ChangeEvent, useState } from 'react'
import type { Media } from '../../telegram/message/content.ts'
import { fillWords, type MessageWords } from '../../telegram/message/words.ts'
import { type FailedUpload, uploadFiles } from './upload-file.ts'

export interface FilePickerProps {
  /** URL for uploads; also a page for browsers without the editor */
  action: string
  isLive: boolean
  words: MessageWords
  onFile(media: Media): void
}

/** Uploads files one after the other; each becomes a media item. */
export function FilePicker({ action, isLive, words: { editor }, onFile }: FilePickerProps) {
  const [uploading, setUploading] = useState<string>()
  const [failed, setFailed] = useState<FailedUpload[]>([])
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Allows choosing the same file again.
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
        {/* Not disabled during an upload: it would lose the focus for good. */}
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
