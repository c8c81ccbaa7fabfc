import { useLocale } from '../i18n/context.tsx'
import { languageNames, locales } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { MessagePreview } from '../telegram/message/preview.tsx'
import type { BroadcastContent } from './content.ts'
import { contentOf, letterOf, textsOf } from './variants.ts'

/** Shows a message as the messenger does, in each of its languages; variants one below the other. */
export function MessageView({ content }: { content: BroadcastContent }) {
  const { t } = useLocale()
  if (!content.variants) return <Languages content={content} />
  return textsOf(content).map((_, variant) => (
    <section key={letterOf(variant)} className="broadcast-variant-view">
      <h3>{t('broadcast.variants.letter', { letter: letterOf(variant) })}</h3>
      <Languages content={contentOf(content, variant)} />
    </section>
  ))
}

function Languages({ content }: { content: BroadcastContent }) {
  const { locale } = useLocale()
  const words = { ru, en }[locale].message
  const written = locales.filter((each) => content.text[each]?.trim())
  const shown = written.length > 0 ? written : [locale]
  return (
    <div className="broadcast-message">
      {shown.map((each) => (
        <div key={each}>
          <h3>{languageNames[each]}</h3>
          <MessagePreview content={content} locale={each} words={words} />
        </div>
      ))}
    </div>
  )
}
