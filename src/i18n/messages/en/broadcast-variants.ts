import type { broadcastVariants as ru } from '../ru/broadcast-variants.ts'
import type { Shape } from '../shape.ts'

export const broadcastVariants = {
  title: 'Trial of the variants',
  hint: 'Where the text has variants, a share of the recipients gets them first, evenly and at random, while the others wait. The best variant then goes to them.',
  letter: 'Variant {{letter}}',
  percent: 'Recipients who try them, %',
  percentWrong: 'A whole number from 1 to 50.',
  hours: 'Choose by clicks after, hours',
  hoursHint: 'From the last send of the trial on. Empty: an administrator chooses.',
  hoursWrong: 'A whole number from 1 to 168.',
  noClicks: 'Only buttons with an answer count clicks, and the message has none. Add one or leave this empty.',
  variant: 'Variant',
  sent: 'Sent',
  clicked: 'Clicked',
  share: 'Share',
  difference: 'Behind {{letter}} by',
  points: '{{difference}} pp ({{from}} to {{to}})',
  confidence: 'Intervals are 95 % for all pairs together. Only recipients of the trial count.',
  verdicts: {
    few: 'Not enough to tell: it takes {{sent}} recipients of each variant and {{clicked}} people who clicked in all.',
    unclear: '{{letter}} is ahead so far, but the difference may be chance.',
    ahead: '{{letter}} is ahead: chance hardly makes such a difference.',
  },
  trying: 'The variants are being sent to the share that tries them. The others wait.',
  waitsUntil: 'The others wait. The variant is chosen by clicks:',
  waitsForHand: 'The others wait until an administrator chooses a variant.',
  wonBy: {
    clicks: 'Variant {{letter}} goes to the others: it had the largest share of clicks when the trial ended.',
    hand: 'Variant {{letter}} goes to the others: an administrator chose it.',
  },
  choose: 'Variant {{letter}} to the others',
  sure: 'Everybody who still waits gets this variant. This is final.',
  trial: '{{percent}} % of the recipients',
} satisfies Shape<typeof ru>
