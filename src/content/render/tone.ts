import { type Attributes, textAttribute } from './attributes.ts'

const tones = ['primary', 'secondary', 'success', 'info', 'warning', 'error', 'neutral'] as const
export type Tone = (typeof tones)[number]

export function toneClass(attributes: Attributes, fallback: Tone): string {
  const asked = textAttribute(attributes, 'color')
  return `tone-${tones.find((tone) => tone === asked) ?? fallback}`
}
