import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { href, paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Island } from '../../ui/island.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { Notice } from '../../ui/notice.tsx'
import { findEditorIcons } from '../editor/find-editor-icons.ts'
import { KeyboardEditor } from '../editor/keyboard-editor.island.tsx'
import type { TemplateForm } from './template-form.ts'
import type { TemplateUse } from './template-queries.ts'
import { maxTemplateName } from './templates.ts'

export type TemplateNotice = 'full' | 'stale'

export interface TemplateFormPageProps {
  title: string
  /** Path that the form is sent to, without the locale prefix */
  path: string
  /** Path that removes the template, without the locale prefix; absent for a new template */
  removal: string | undefined
  form: TemplateForm
  uses: readonly TemplateUse[]
  notice: TemplateNotice | undefined
}

export function TemplateFormPage({ title, path, removal, form, uses, notice }: TemplateFormPageProps) {
  const { locale, t } = useLocale()
  const { name, rows, seen, nameFault, problems } = form
  const back = { title: t('buttonTemplates.title'), path: localised(locale, paths.buttonTemplates) }
  return (
    <AdminLayout>
      <Breadcrumbs items={[{ title: t('broadcast.title'), path: localised(locale, paths.broadcasts) }, back]} />
      <header className="admin-head">
        <h1>{title}</h1>
      </header>
      {notice && <Notice kind="error">{t(`buttonTemplates.${notice}`)}</Notice>}
      <form method="post" action={localised(locale, path)} className="template-form">
        <Field
          name="name"
          label={t('buttonTemplates.name')}
          value={name}
          error={nameFault && t(`buttonTemplates.${nameFault}`)}
          hint={t('ui.upTo', { max: maxTemplateName })}
          autoComplete="off"
          maxLength={maxTemplateName}
        />
        <input type="hidden" name="seen" value={seen} />
        {removal === undefined && <FormKey />}
        <Island name="keyboard-editor" when="load" className="message-fields">
          <KeyboardEditor
            rows={rows}
            problems={problems}
            sample={t('buttonTemplates.sample')}
            locale={locale}
            words={{ ru, en }[locale].message}
            icons={findEditorIcons()}
          />
        </Island>
        <SubmitButton icon="i-lucide-save">{t('buttonTemplates.save')}</SubmitButton>
      </form>
      {removal && <Uses uses={uses} />}
      {removal && (
        <section className="panel" aria-labelledby="removal">
          <h2 id="removal">{t('buttonTemplates.removal')}</h2>
          <p>{t('buttonTemplates.removalText')}</p>
          <form method="post" action={localised(locale, removal)}>
            <SubmitButton kind="danger" icon="i-lucide-trash-2">
              {t('buttonTemplates.remove')}
            </SubmitButton>
          </form>
        </section>
      )}
    </AdminLayout>
  )
}

function Uses({ uses }: Pick<TemplateFormPageProps, 'uses'>) {
  const { locale, t } = useLocale()
  return (
    <section className="panel" aria-labelledby="uses">
      <h2 id="uses">{t('buttonTemplates.uses')}</h2>
      {uses.length === 0 ? (
        <p className="faint">{t('buttonTemplates.usesNone')}</p>
      ) : (
        <ul>
          {uses.map(({ id, name }) => (
            <li key={id}>
              <a href={localised(locale, href(paths.broadcast, { id }))}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
