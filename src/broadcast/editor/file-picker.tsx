import { type ChangeEvent, useState } from 'react'
import type { Media } from '../../telegram/message/content.ts'
import { fillWords, type MessageWords } from '../../telegram/message/words.ts'
import { type UploadOutcome, uploadFile } from './upload-file.ts'

export interface FilePickerProps {
  /** Where files are uploaded: a page too, for browsers without the editor */
  action: string
  isLive: boolean
  words: MessageWords
  onFile(media: Media): void
}

type Said = { kind: 'uploading'; name: string } | { kind: 'fault'; text: string } | undefined

/** Files become media one after the other, as the server takes them. */
export function FilePicker({ action, isLive, words: { editor }, onFile }: FilePickerProps) {
  const [said, setSaid] = useState<Said>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // The same file can be chosen again.
    target.value = ''
    for (const file of files) {
      setSaid({ kind: 'uploading', name: file.name })
      const outcome = await uploadFile(action, file)
      if (outcome.status !== 'kept') return setSaid({ kind: 'fault', text: textOf(outcome, editor) })
      onFile(outcome.media)
    }
    setSaid(undefined)
  }
  if (!isLive) {
    return (
      <a className="button button-quiet" href={action} target="_blank" rel="noreferrer">
        {editor.uploadFile}
      </a>
    )
  }
  return (
    <>
      <label className="button button-quiet editor-picker" aria-disabled={said?.kind === 'uploading'}>
        {editor.uploadFile}
        <input
          type="file"
          multiple
          className="visually-hidden"
          disabled={said?.kind === 'uploading'}
          onChange={(event) => void choose(event)}
        />
      </label>
      <p role="status" className={said?.kind === 'fault' ? 'field-error' : 'field-hint'}>
        {said?.kind === 'uploading' && fillWords(editor.uploading, { name: said.name })}
        {said?.kind === 'fault' && said.text}
      </p>
    </>
  )
}

function textOf(outcome: Exclude<UploadOutcome, { status: 'kept' }>, editor: MessageWords['editor']): string {
  if (outcome.status === 'refused') return outcome.error
  return outcome.status === 'signedOut' ? editor.uploadSignedOut : editor.uploadUnreachable
}
