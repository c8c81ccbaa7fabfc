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
  ticket: {
    title: '{{asset}}: paper order',
    page: 'Account page',
    close: 'Close the ticket',
    loading: 'Loading…',
    unreachable: 'The server is not responding.',
    retry: 'Try again',
    waiting: 'The server is not responding. The order is kept and will be sent once, as soon as it answers.',
    stop: 'Stop sending',
    stopped: 'Sending has stopped. The order may have arrived: check your open orders before you clear the ticket.',
    unanswered: 'This order was sent, but no answer came. Send it again unchanged: it is placed only once.',
    resend: 'Send again unchanged',
    discard: 'Clear the ticket',
    accepted: 'Order accepted. It takes effect in the next minute.',
    refused: 'The order was not accepted.',
    signedOut: 'You are signed out. Sign in from another tab and send the order again.',
  },
} satisfies Shape<typeof russian>
