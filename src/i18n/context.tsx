import { createContext, type ReactNode, useContext } from 'react'
import { defaultLocale, type Locale } from './locales.ts'
import { type Translate, translator } from './translate.ts'

const LocaleContext = createContext<Locale>(defaultLocale)

export interface LocaleProviderProps {
  locale: Locale
  children: ReactNode
}

export function LocaleProvider({ locale, children }: LocaleProviderProps) {
  return <LocaleContext value={locale}>{children}</LocaleContext>
}

export function useLocale(): { locale: Locale; t: Translate } {
  const locale = useContext(LocaleContext)
  return { locale, t: translator(locale) }
}
