import { useLocale } from '../i18n/context.tsx'
import { languageNames, languageTags } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { useFrame } from './frame.tsx'
import { Icon } from './icon.tsx'

/** Links to the current page in other languages; languages in which the page does not exist are omitted. */
export function LanguageSwitch() {
  const { translations } = useFrame()
  const { locale } = useLocale()
  return (
    <span className="language-switches" data-part="languages">
      {translations.map(
        (translation) =>
          translation.locale !== locale &&
          translation.href && (
            <a
              key={translation.locale}
              className="language-switch"
              href={translation.href}
              hrefLang={languageTags[translation.locale]}
              lang={languageTags[translation.locale]}
              title={translator(translation.locale)('ui.switchLanguage')}
              data-language-switch
            >
              <Icon name="i-lucide-languages" />
              {languageNames[translation.locale]}
            </a>
          ),
      )}
    </span>
  )
}
