import type { sandbox as ru } from '../ru/sandbox.ts'
import type { Shape } from '../shape.ts'

export const sandbox = {
  title: 'Sandbox',
  lead: 'Every component of the interface by itself, with its props, its events and a box that can be resized. In development only.',
  parts: 'Components',
  islands: 'Islands',
  layouts: 'Layouts',
  props: 'Props, JSON',
  apply: 'Apply',
  badProps: 'Not a JSON object.',
  size: 'Size, px:',
  emits: 'Events',
  events: 'What happened, newest first',
  silent: 'It emits none.',
  conversation: 'Conversation',
  question: 'How does a tick differ from a candle?',
  answer: 'A tick is the state of the current candle at this second. A candle closes once all its minutes are known.',
  ask: 'Ask about the documentation',
  send: 'Send',
} satisfies Shape<typeof ru>
