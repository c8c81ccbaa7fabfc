import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { languageNames, locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import type { EmptyAudienceKey } from '../audience/audience-sizes.ts'
import { changeField } from '../editor/message-form.ts'
import { Choice, FormControl, type FormState } from './form-parts.tsx'

/** Another broadcast whose buttons were clicked, offered as an audience filter */
export interface ClickedBroadcast {
  id: string
  name: string
}

export interface AudienceFieldsProps extends FormState {
  clicked: readonly ClickedBroadcast[]
  size: number
  /** Reason why the audience is empty, if it is */
  nobody: EmptyAudienceKey | undefined
}

export function AudienceFields({ clicked, size, nobody, ...filled }: AudienceFieldsProps) {
  const { locale, t } = useLocale()
  return (
    <fieldset
      id="audience-fields"
      className="panel broadcast-fields"
      hx-get={localised(locale, paths.broadcastAudience)}
      hx-trigger="input delay:300ms, change delay:50ms"
      hx-include="#audience-fields"
      hx-target="#audience-size"
      hx-swap="outerHTML"
      hx-sync="this:replace"
    >
      <legend>{t('broadcast.audience.title')}</legend>
      <Choice
        {...filled}
        name="locale"
        label={t('broadcast.form.locale')}
        options={[['', t('broadcast.form.anyLocale')], ...locales.map((each) => [each, languageNames[each]] as const)]}
      />
      <FormControl {...filled} name="active" label={t('broadcast.form.active')} hint={t('broadcast.form.activeHint')}>
        {(control) => <input {...control} type="text" inputMode="numeric" maxLength={4} autoComplete="off" />}
      </FormControl>
      <Choice
        {...filled}
        name="linked"
        label={t('broadcast.form.linked')}
        options={[
          ['', t('broadcast.form.anyLinked')],
          ['yes', t('broadcast.audience.linked.yes')],
          ['no', t('broadcast.audience.linked.no')],
        ]}
      />
      <Choice
        {...filled}
        name="role"
        label={t('broadcast.form.role')}
        options={[
          ['', t('broadcast.form.anyRole')],
          ['user', t('broadcast.audience.roles.user')],
          ['admin', t('broadcast.audience.roles.admin')],
        ]}
      />
      {clicked.length > 0 && <ClickedFields clicked={clicked} {...filled} />}
      <FormControl {...filled} name="chats" label={t('broadcast.form.chats')} hint={t('broadcast.form.chatsHint')}>
        {(control) => <textarea {...control} rows={2} maxLength={20_000} autoComplete="off" spellCheck={false} />}
      </FormControl>
      <div className="broadcast-count">
        <AudienceSize size={size} nobody={nobody} />
        <SubmitButton kind="quiet" icon="i-lucide-users" name={changeField} value="count">
          {t('broadcast.form.count')}
        </SubmitButton>
      </div>
    </fieldset>
  )
}

function ClickedFields({ clicked, ...filled }: Omit<AudienceFieldsProps, 'size' | 'nobody'>) {
  const { t } = useLocale()
  return (
    <>
      <Choice
        {...filled}
        name="clicked"
        label={t('broadcast.form.clicked')}
        options={[['', t('broadcast.form.noClicked')], ...clicked.map(({ id, name }) => [id, name] as const)]}
      />
      <FormControl
        {...filled}
        name="clickedButton"
        label={t('broadcast.form.button')}
        hint={t('broadcast.form.buttonHint')}
      >
        {(control) => <input {...control} type="text" inputMode="numeric" maxLength={3} autoComplete="off" />}
      </FormControl>
    </>
  )
}

export function AudienceSize({ size, nobody }: Pick<AudienceFieldsProps, 'size' | 'nobody'>) {
  const { locale, t } = useLocale()
  return (
    <output id="audience-size" className="broadcast-size">
      {nobody ? t(nobody) : t('broadcast.recipients', { count: size, shown: formatNumber(locale, size) })}
    </output>
  )
}
