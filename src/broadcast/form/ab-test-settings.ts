import type { BroadcastRow } from '../broadcast.ts'
import type { BroadcastContent } from '../content.ts'
import { abTestHours, abTestPercents } from '../variant-limits.ts'
import { countsClicks } from '../variants.ts'
import type { FieldErrors, FieldValues } from './field-values.ts'

export type AbTestSettings = Pick<BroadcastRow, 'trialPercent' | 'trialMinutes'>

/** Without variants there is no A/B test, whatever the fields say. */
export function readAbTest(values: FieldValues, content: BroadcastContent, errors: FieldErrors): AbTestSettings {
  if (!content.variants) return { trialPercent: null, trialMinutes: null }
  const { trialPercent = '', trialHours: hours = '' } = values
  const percent = wholeIn(trialPercent, abTestPercents)
  if (percent === undefined) errors.trialPercent = 'broadcast.variants.percentWrong'
  const isByHand = hours.trim() === ''
  const after = isByHand ? undefined : wholeIn(hours, abTestHours)
  if (!isByHand && after === undefined) errors.trialHours = 'broadcast.variants.hoursWrong'
  if (!isByHand && !countsClicks(content)) errors.trialHours = 'broadcast.variants.noClicks'
  return { trialPercent: percent ?? abTestPercents.usual, trialMinutes: after === undefined ? null : after * 60 }
}

export function abTestValues({ trialPercent, trialMinutes }: AbTestSettings): FieldValues {
  return {
    trialPercent: trialPercent === null ? '' : String(trialPercent),
    trialHours: trialMinutes === null ? '' : String(Math.round(trialMinutes / 60)),
  }
}

function wholeIn(text: string, { least, most }: { least: number; most: number }): number | undefined {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}
