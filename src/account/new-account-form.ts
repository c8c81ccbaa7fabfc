import { z } from 'zod'
import { type AccountFault, accountFaults } from '../auth/account/register.ts'
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

/** Returns the form with the errors of every field, although the account was refused for the first of them. */
export async function refusedAccount(
  t: Translate,
  fields: NewAccountFields,
  fault: AccountFault,
): Promise<[FormState, PageStatus]> {
  const form = { ...emptyForm, values: { login: fields.login, name: fields.name } }
  if (fault.status === 'busy') return [{ ...form, problem: t('auth.busy') }, 503]
  const faults = fault.status === 'taken' ? [fault] : await accountFaults(fields)
  return [{ ...form, errors: Object.fromEntries(faults.flatMap((each) => errorOf(t, each))) }, 422]
}

/** Returns the faulty field with the text of its error; nothing for faults of no field. */
function errorOf(t: Translate, fault: AccountFault): [field: string, text: string][] {
  switch (fault.status) {
    case 'bad-login':
      return [['login', t(fault.fault === 'letters' ? 'auth.badLetters' : 'auth.badLogin')]]
    case 'bad-name':
      return [['name', t(nameFaultWords[fault.fault])]]
    case 'taken':
      return [['login', t('auth.taken')]]
    case 'bad-password':
      return [['password', faultText(t, fault.fault)]]
    case 'busy':
      return []
  }
}
