import type { Locale } from '../../i18n/locales.ts'
import { parseMessageHtml } from '../message-html/parse-message-html.ts'
import type { Button, Media, MessageContent } from './content.ts'
import { FormattedText, firstLink } from './formatted-text.tsx'
import { limits } from './limits.ts'
import { followsAlbum, textIn } from './requests.ts'
import { escapeHtml, fill, type Recipient, sampleNames, unescaped } from './variables.ts'
import { fillWords, type MessageWords } from './words.ts'

export interface MessagePreviewProps {
  content: MessageContent
  /** Language of the recipient, which selects the texts of the message */
  locale: Locale
  /** Texts around the message in the language of the page */
  words: MessageWords
  /** Name that is put in for the recipient's; a sample by default */
  name?: string | undefined
  /** Color mode of the preview, instead of the reader's own */
  mode?: 'light' | 'dark' | undefined
}

/** A message as its recipient sees it: bubble with tail and time, media, keyboard. Needs no script. */
export function MessagePreview({ content, locale, words, name = sampleNames[locale], mode }: MessagePreviewProps) {
  const recipient: Recipient = { chatId: 123_456_789, locale, name }
  const follows = followsAlbum(content)
  const isEmpty = textIn(content.text, locale).trim() === '' && content.media.length === 0
  // Each of several files has its own caption below it; pictures of an album share one.
  const isSplit = isFileList(content.media) && textIn(content.text, locale).trim() !== ''
  const [above, below] = isSplit ? [content.media.slice(0, 1), content.media.slice(1)] : [content.media, []]
  const text = isEmpty ? undefined : <BubbleText content={content} recipient={recipient} words={words} />
  return (
    <div className="tg-chat" data-mode={mode} lang={locale}>
      {follows && (
        <div className="tg-message">
          <Bubble isSilent={content.isSilent} words={words}>
            <PreviewMedia media={content.media} words={words} />
          </Bubble>
        </div>
      )}
      <div className="tg-message">
        <Bubble isSilent={content.isSilent} words={words}>
          {!follows && <PreviewMedia media={above} words={words} />}
          {isEmpty ? <p className="tg-text tg-nothing">{words.preview.empty}</p> : text}
          {!follows && <PreviewMedia media={below} words={words} />}
        </Bubble>
        <PreviewKeyboard rows={content.buttons} recipient={recipient} words={words} />
      </div>
    </div>
  )
}

interface BubbleProps {
  isSilent: boolean
  words: MessageWords
  children: React.ReactNode
}

function Bubble({ isSilent, words, children }: BubbleProps) {
  return (
    <div className={isSilent ? 'tg-bubble is-silent' : 'tg-bubble'}>
      {children}
      <p className="tg-time">
        {isSilent && <span>{words.preview.silent} · </span>}
        {words.preview.time}
      </p>
      <svg className="tg-tail" viewBox="0 0 9 18" aria-hidden="true">
        <path d="M9 0v18H1.8C.5 18 0 16.9 1 16 5.8 12.2 8.7 7 9 0z" />
      </svg>
    </div>
  )
}

interface BubbleTextProps {
  content: MessageContent
  recipient: Recipient
  words: MessageWords
}

function BubbleText({ content, recipient, words }: BubbleTextProps) {
  const source = fill(textIn(content.text, recipient.locale), recipient, escapeHtml).trim()
  if (source === '') return null
  const parsed = parseMessageHtml(source)
  if (parsed.status === 'invalid') {
    return (
      <p className="tg-text tg-unread">
        <span lang="en">{parsed.message}</span>
      </p>
    )
  }
  const entities = parsed.entities.slice(0, limits.entities)
  const hasMedia = content.media.length > 0 && !followsAlbum(content)
  const link = content.hasLinkPreview && !hasMedia ? firstLink(parsed.text, entities) : undefined
  return (
    <>
      <div className="tg-text">
        <FormattedText text={parsed.text} entities={entities} words={words} />
      </div>
      {link && <LinkCard url={link} words={words} />}
    </>
  )
}

function LinkCard({ url, words }: { url: string; words: MessageWords }) {
  return (
    <div className="tg-card">
      <strong>{URL.parse(url)?.hostname.replace(/^www\./, '') ?? url}</strong>
      <b>{words.preview.linkTitle}</b>
      <span>{words.preview.linkDescription}</span>
    </div>
  )
}

interface PreviewKeyboardProps {
  rows: readonly (readonly Button[])[]
  recipient: Recipient
  words: MessageWords
}

function PreviewKeyboard({ rows, recipient, words }: PreviewKeyboardProps) {
  const shown = rows.flatMap((row, at) => (row.length > 0 ? [{ row, at }] : []))
  if (shown.length === 0) return null
  return (
    <div className="tg-keyboard">
      {shown.map(({ row, at }) => (
        <ul key={at}>
          {row.map((button, place) => {
            const { kind, says } = actOf(button, words)
            const id = `${at}-${place}`
            return (
              <li key={id} data-kind={kind} title={says}>
                <span>{fill(textIn(button.text, recipient.locale), recipient, unescaped) || '…'}</span>
              </li>
            )
          })}
        </ul>
      ))}
    </div>
  )
}

function actOf(button: Button, { preview: { opens } }: MessageWords): { kind: string; says: string } {
  if ('url' in button) return { kind: 'url', says: fillWords(opens.url, { value: button.url }) }
  if ('webApp' in button) return { kind: 'web-app', says: fillWords(opens.webApp, { value: button.webApp }) }
  if ('copyText' in button) return { kind: 'copy', says: fillWords(opens.copyText, { value: button.copyText }) }
  return { kind: 'callback', says: fillWords(opens.callback, { value: button.callback }) }
}

interface PreviewMediaProps {
  media: readonly Media[]
  words: MessageWords
}

/** Shows placeholders in the messenger's layout; does not load pictures from other servers. */
function PreviewMedia({ media, words: { preview } }: PreviewMediaProps) {
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

/** Whether the media are listed one below the other instead of shown as pictures. */
function isFileList(media: readonly Media[]): boolean {
  return media.some(({ kind }) => kind === 'document' || kind === 'audio')
}

/** Returns the file name in an address; a file_id contains no name. */
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
