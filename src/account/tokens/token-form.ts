import { z } from 'zod'
import { nameFault } from '../../auth/names.ts'
import { nameFaultWords } from '../../auth/problem-text.ts'
import { scopes } from '../../auth/scopes.ts'
import { manyField, says, textField } from '../../pages/parse-form.ts'

const day = 24 * 60 * 60_000

/** Lifetimes of a token: a number of days, or until the date in the next field */
export const lifetimes = ['30', '90', '365', 'date'] as const
const longest = 365 * day

/** Schema of the form for a new token. @param now  ms UTC */
export const tokenForm = (now: number) =>
  z
    .object({
      name: textField
        .transform((name) => name.trim())
        .superRefine((name, context) => {
          const fault = nameFault(name)
          if (fault) context.addIssue({ code: 'custom', message: says(nameFaultWords[fault]) })
        }),
      scopes: manyField.pipe(z.array(z.enum(scopes)).min(1, says('tokens.badScopes'))),
      lifetime: z.enum(lifetimes, says('tokens.badLifetime')),
      date: textField,
    })
    .transform(({ lifetime, date, ...rest }, context) => {
      const expiresAt = lifetime === 'date' ? endOfDay(date) : now + Number(lifetime) * day
      // The token is valid until the end of the chosen day, so the limit is one year and a day; the anniversary is
      // allowed.
      if (!(expiresAt > now && expiresAt <= now + longest + day)) {
        context.addIssue({ code: 'custom', path: ['date'], message: says('tokens.badDate') })
        return z.NEVER
      }
      return { ...rest, expiresAt }
    })

/** Returns the end of a day in Moscow time, ms UTC; NaN for an invalid date */
function endOfDay(date: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00+03:00`) + day : Number.NaN
}
