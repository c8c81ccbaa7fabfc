import type { LocaleTexts } from '../../telegram/message/content.ts'
import type { BroadcastContent } from '../content.ts'

const letters = ['A', 'B', 'C', 'D'] as const

export function letterOf(variant: number): string {
  return letters[variant] ?? String(variant + 1)
}

/** All texts, by their variants; one where there are none */
export function textsOf({ text, variants = [] }: Pick<BroadcastContent, 'text' | 'variants'>): LocaleTexts[] {
  return [text, ...variants]
}

export function isWritten(text: LocaleTexts | undefined): boolean {
  return Object.values(text ?? {}).some((source) => source?.trim())
}

/** The message of one variant. An unknown one is the first. */
export function contentOf(content: BroadcastContent, variant: number): BroadcastContent {
  const { variants, ...whole } = content
  return { ...whole, text: textsOf(content)[variant] ?? content.text }
}

/** Whether anything can be clicked that is counted: addresses open without the bot's knowing. */
export function countsClicks({ buttons }: Pick<BroadcastContent, 'buttons'>): boolean {
  return buttons.flat().some((button) => 'callback' in button)
}
