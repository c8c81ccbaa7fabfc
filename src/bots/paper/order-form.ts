import { z } from 'zod'
import { textField } from '../../pages/parse-form.ts'
import { isKindOf, type OrderFields, orderKinds, orderShares, orderSides } from './read-order.ts'

const plainFields = z.object({
  side: z.enum(orderSides),
  kind: z.enum(orderKinds),
  share: z.enum(['', ...orderShares]).catch(''),
  amount: textField,
  price: textField,
  stop: textField,
  profit: textField,
  trail: textField,
  replaces: textField,
}) satisfies z.ZodType<OrderFields>

export const orderFields = plainFields.refine(isKindOf)

/** Order fields in a query string; missing or invalid values get the defaults of a new ticket. */
export const ticketFields = plainFields
  .extend({ side: z.enum(orderSides).catch('buy'), kind: z.enum(orderKinds).catch('market') })
  .transform((fields) => (isKindOf(fields) ? fields : { ...fields, kind: 'market' as const }))
