import { languageNames, locales } from '../i18n/locales.ts'
import type { BroadcastContent } from './content.ts'

/** The message in each language that it has. */
export function MessageView({ content }: { content: BroadcastContent }) {
  const { text, media, buttons } = content
  return (
    <div className="broadcast-message">
      {media.map(({ kind, file }) => (
        <p key={file}>
          {kind}: {file}
        </p>
      ))}
      {locales.map(
        (locale) =>
          text[locale]?.trim() && (
            <div key={locale}>
              <h3>{languageNames[locale]}</h3>
              <p className="broadcast-text" lang={locale}>
                {text[locale]}
              </p>
            </div>
          ),
      )}
      {buttons.flat().map((button) => (
        <p key={JSON.stringify(button)}>[{button.text.ru ?? button.text.en}]</p>
      ))}
    </div>
  )
}
