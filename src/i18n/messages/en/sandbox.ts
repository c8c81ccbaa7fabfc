import type { sandbox as ru } from '../ru/sandbox.ts'
import type { Shape } from '../shape.ts'

export const sandbox = {
  title: 'Sandbox',
  lead: 'Every interface component on its own, with its props, its events and a resizable box. Development only.',
  parts: 'Components',
  islands: 'Islands',
  layouts: 'Layouts',
  props: 'Props, JSON',
  apply: 'Apply',
  badProps: 'Not a JSON object.',
  size: 'Size, px:',
  emits: 'Events',
  events: 'Event log, newest first',
  silent: 'No events.',
  conversation: 'Conversation',
  question: 'How does a tick differ from a candle?',
  answer: 'A tick is the state of the current candle at this second. A candle closes once all its minutes are known.',
  ask: 'Ask about the documentation',
  send: 'Send',
} satisfies Shape<typeof ru>
