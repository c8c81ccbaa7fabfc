import type { Media } from './content.ts'
import type { MessageWords } from './words.ts'

export interface PreviewMediaProps {
  media: readonly Media[]
  words: MessageWords
}

/** Does not load pictures from other servers: shows placeholders in the messenger's layout. */
export function PreviewMedia({ media, words: { preview } }: PreviewMediaProps) {
  if (media.length === 0) return null
  const shown = media.map((each, index) => ({ ...each, id: `${index}-${each.kind}` }))
  if (!isFileList(media)) {
    return (
      <ul className="tg-album" data-count={Math.min(media.length, 10)}>
        {shown.map(({ id, kind }) => (
          <li key={id} data-kind={kind}>
            <span>{preview[kind]}</span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className="tg-files">
      {shown.map(({ id, kind, file, name }) => (
        <li key={id} data-kind={kind}>
          <span className="tg-file-sign" aria-hidden="true" />
          <span className="tg-file-name">
            <strong>{name || fileName(file) || preview[kind]}</strong>
            <span>{preview[kind]}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Returns whether the media are listed one below the other instead of shown as pictures. */
export function isFileList(media: readonly Media[]): boolean {
  return media.some(({ kind }) => kind === 'document' || kind === 'audio')
}

/** Returns the last part of an address; a file_id has no name. */
function fileName(file: string): string {
  return decodeURIComponentOr(URL.parse(file)?.pathname.split('/').at(-1) ?? '')
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
