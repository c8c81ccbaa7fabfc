/**
 * State of a rendered form: first empty, later the submitted values with their errors. It never contains a password.
 */
export interface FormState {
  values: Record<string, string>
  errors: Record<string, string>
  problem?: string | undefined
}

export const emptyForm: FormState = { values: {}, errors: {} }

export function focusedField(form: FormState, names: readonly string[], first?: string): string | undefined {
  return names.find((name) => form.errors[name]) ?? first
}
