import type { trading as russian } from '../ru/trading.ts'
import type { Shape } from '../shape.ts'

export const trading = {
  alert: 'Alert',
  alertFrom: 'Alert from',
  alertTo: 'Alert to',
  line: '{{name}}: {{price}}. Arrow keys change the price by one step, with Shift by a hundred, Page Up and Page Down by 1%. Enter submits, Escape cancels.',
  confirm: 'Set {{price}}',
  cancel: 'Cancel',
  moved: '{{name}}: {{price}}',
  undo: 'Undo',
  refused: 'The price was not accepted.',
  offline: 'The server is not responding. The price has not changed.',
} satisfies Shape<typeof russian>
