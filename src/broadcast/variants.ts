import { checkMessage } from '../telegram/message/check-message.ts'
import type { LocaleTexts } from '../telegram/message/content.ts'
import type { BroadcastContent, ContentProblem } from './content.ts'

const letters = ['A', 'B', 'C', 'D'] as const

export function letterOf(variant: number): string {
  return letters[variant] ?? String(variant + 1)
}

/** Returns the texts of all variants; only one text if there are no variants */
export function textsOf({ text, variants = [] }: Pick<BroadcastContent, 'text' | 'variants'>): LocaleTexts[] {
  return [text, ...variants]
}

export function isWritten(text: LocaleTexts | undefined): boolean {
  return Object.values(text ?? {}).some((source) => source?.trim())
}

/** Returns the message of one variant; for an unknown variant, that of the first. */
export function contentOf(content: BroadcastContent, variant: number): BroadcastContent {
  const { variants, ...whole } = content
  return { ...whole, text: textsOf(content)[variant] ?? content.text }
}

/** Whether clicks of any button are counted: links open without the bot noticing. */
export function countsClicks({ buttons }: Pick<BroadcastContent, 'buttons'>): boolean {
  return buttons.flat().some((button) => 'callback' in button)
}

/**
 * Finds problems of the further texts, in fields such as `variants.0.text.ru`. Media and buttons are shared with the
 * first text. Also runs in browsers.
 */
export function variantProblems({ variants = [], ...content }: BroadcastContent): ContentProblem[] {
  return variants.flatMap((text, index) =>
    checkMessage({ ...content, text })
      .filter(({ field }) => field.startsWith('text'))
      .map((problem) => ({ ...problem, field: `variants.${index}.${problem.field}` })),
  )
}

/** Finds problems of the further texts that prevent sending. */
export function variantFaults(content: BroadcastContent): ContentProblem[] {
  return variantProblems(content).filter(({ isNote }) => !isNote)
}
