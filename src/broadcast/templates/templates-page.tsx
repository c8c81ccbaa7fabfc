import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { href, paths } from '../../paths.ts'
import { MessagePreview } from '../../telegram/message/preview.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import { emptyContent } from '../editor/read-message.ts'
import type { ButtonTemplate } from './templates.ts'

export interface TemplatesPageProps {
  templates: readonly ButtonTemplate[]
  flash: string | undefined
}

export function TemplatesPage({ templates, flash }: TemplatesPageProps) {
  const { locale, t } = useLocale()
  const words = { ru, en }[locale].message
  const sample = { [locale]: t('buttonTemplates.sample') }
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('broadcast.title'), path: localised(locale, paths.broadcasts) }]} />
      <header className="admin-head">
        <h1>{t('buttonTemplates.title')}</h1>
        <Button href={localised(locale, paths.newButtonTemplate)} icon="i-lucide-plus">
          {t('buttonTemplates.create')}
        </Button>
      </header>
      <FlashToast>{flash}</FlashToast>
      <p className="template-lead">{t('buttonTemplates.description')}</p>
      {templates.length === 0 && (
        <EmptyState icon="i-lucide-layout-grid" title={t('buttonTemplates.none')}>
          <p>{t('buttonTemplates.noneHint')}</p>
          <Button href={localised(locale, paths.newButtonTemplate)} icon="i-lucide-plus">
            {t('buttonTemplates.create')}
          </Button>
        </EmptyState>
      )}
      <ul className="template-list">
        {templates.map(({ id, name, rows }) => (
          <li key={id}>
            <h2>
              <a href={localised(locale, href(paths.buttonTemplate, { id }))}>{name}</a>
            </h2>
            <MessagePreview content={{ ...emptyContent, text: sample, buttons: rows }} locale={locale} words={words} />
          </li>
        ))}
      </ul>
    </AdminLayout>
  )
}
