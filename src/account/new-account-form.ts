import { z } from 'zod'
import type { AccountFault } from '../auth/account/register.ts'
import { nameFaultWords } from '../auth/problem-text.ts'
import type { Translate } from '../i18n/translate.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { textField } from '../pages/parse-form.ts'
import type { PageStatus } from '../pages/show-page.ts'
import { faultText } from './outcome-text.ts'

/** Form fields of a new account, including the first administrator's. */
export const newAccountForm = z.object({
  login: textField.transform((login) => login.trim()),
  name: textField.transform((name) => name.trim()),
  password: textField,
})

export type NewAccountFields = z.infer<typeof newAccountForm>

export function refusedAccount(
  t: Translate,
  { login, name }: NewAccountFields,
  fault: AccountFault,
): [FormState, PageStatus] {
  const form = { ...emptyForm, values: { login, name } }
  switch (fault.status) {
    case 'bad-login':
      return [{ ...form, errors: { login: t(fault.fault === 'letters' ? 'auth.badLetters' : 'auth.badLogin') } }, 422]
    case 'bad-name':
      return [{ ...form, errors: { name: t(nameFaultWords[fault.fault]) } }, 422]
    case 'taken':
      return [{ ...form, errors: { login: t('auth.taken') } }, 422]
    case 'bad-password':
      return [{ ...form, errors: { password: faultText(t, fault.fault) } }, 422]
    case 'busy':
      return [{ ...form, problem: t('auth.busy') }, 503]
  }
}
