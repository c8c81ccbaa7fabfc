import type { Button } from './content.ts'
import { textIn } from './requests.ts'
import { fill, type Recipient, unescaped } from './variables.ts'
import { fillWords, type MessageWords } from './words.ts'

export interface PreviewKeyboardProps {
  rows: readonly (readonly Button[])[]
  recipient: Recipient
  words: MessageWords
}

export function PreviewKeyboard({ rows, recipient, words }: PreviewKeyboardProps) {
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
