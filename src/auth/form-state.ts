/** A form as it is shown: at first empty, later with what was sent and what is wrong with it. Never holds a password. */
export interface FormState {
  values: Record<string, string>
  /** What is wrong, by the field's name */
  errors: Record<string, string>
  /** What is wrong with the whole */
  problem?: string | undefined
}

export const emptyForm: FormState = { values: {}, errors: {} }

/** The field where writing goes on: the first faulty one of a form, or else `first`. */
export function focusedField(form: FormState, names: readonly string[], first?: string): string | undefined {
  return names.find((name) => form.errors[name]) ?? first
}
