import { z } from 'zod'
import { scopes } from '../../auth/api-token/scopes.ts'
import { nameFault } from '../../auth/names.ts'
import { nameFaultWords } from '../../auth/problem-text.ts'
import { manyField, says, textField } from '../../pages/parse-form.ts'

const day = 24 * 60 * 60_000

/** Days, or until the day in the field beside it */
export const lifetimes = ['30', '90', '365', 'date'] as const
const longest = 365 * day

/** @param now  ms UTC */
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
      // A day that ends within a year and a day: the anniversary counts.
      if (!(expiresAt > now && expiresAt <= now + longest + day)) {
        context.addIssue({ code: 'custom', path: ['date'], message: says('tokens.badDate') })
        return z.NEVER
      }
      return { ...rest, expiresAt }
    })

/** Of the Moscow clock, ms UTC; NaN where there is no such day */
function endOfDay(date: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00+03:00`) + day : Number.NaN
}
