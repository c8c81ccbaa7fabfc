import type { broadcastVariants as ru } from '../ru/broadcast-variants.ts'
import type { Shape } from '../shape.ts'

export const broadcastVariants = {
  title: 'A/B test',
  hint: 'If the text has variants, a random share of recipients gets them first, split evenly. Everyone else waits and then gets the winner.',
  letter: 'Variant {{letter}}',
  percent: 'Test group, % of recipients',
  percentWrong: 'Enter a whole number from 1 to 50.',
  hours: 'Pick the winner by clicks after, hours',
  hoursHint:
    'Counted from the last test send. Only clicks on “Show answer” buttons count, not opened links. Leave empty to pick the winner yourself.',
  hoursWrong: 'Enter a whole number from 1 to 168.',
  noClicks: 'Only “Show answer” buttons count clicks, and this message has none. Add one or leave the field empty.',
  variant: 'Variant',
  sent: 'Sent',
  clicked: 'Clicked',
  share: 'Click rate',
  difference: 'Behind {{letter}} by',
  points: '{{difference}} pp ({{from}} to {{to}})',
  confidence: '95% confidence intervals, adjusted for all pairs. Only the test group counts.',
  verdicts: {
    uncounted: 'No winner can be picked: only “Show answer” buttons count clicks, and this message has none.',
    few: 'Not enough data yet: this takes {{sent}} recipients per variant and {{clicked}} people who clicked in total.',
    unclear: '{{letter}} is ahead, but the difference may be due to chance.',
    ahead: '{{letter}} is ahead, and the difference is unlikely to be due to chance.',
  },
  trying: 'The variants are being sent to the test group. Everyone else is waiting.',
  waitsUntil: 'Everyone else is waiting. The winner is picked by clicks:',
  waitsForHand: 'Everyone else waits until an administrator picks the winner.',
  wonBy: {
    clicks: 'Variant {{letter}} goes to everyone else: it had the highest click rate when the test ended.',
    hand: 'Variant {{letter}} goes to everyone else: an administrator picked it.',
  },
  choose: 'Send variant {{letter}} to everyone else',
  sure: 'Everyone still waiting gets this variant. This cannot be undone.',
  trial: '{{percent}}% of recipients',
} satisfies Shape<typeof ru>
