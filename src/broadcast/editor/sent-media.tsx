import type { Media } from '../../telegram/message/content.ts'
import type { MessageWords } from '../../telegram/message/words.ts'

/** Media of a message that is already in chats. Hidden fields remain, because the preview and the limits use them. */
export function SentMedia({ media, words: { editor } }: { media: readonly Media[]; words: MessageWords }) {
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
