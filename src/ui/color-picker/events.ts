import type { Color } from './color.ts'

export interface ColorEvents {
  'color-input': CustomEvent<Color>
  'color-change': CustomEvent<Color>
}

declare global {
  interface HTMLElementEventMap extends ColorEvents {}
}

export function emitColor(from: HTMLElement, name: keyof ColorEvents, color: Color): void {
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: color }))
}

export class PickEvent extends Event {
  constructor(
    type: 'input' | 'change',
    readonly color: Color,
    /** Color as a hex text, with alpha if alpha is not 1 */
    readonly hex: string,
  ) {
    super(type, { bubbles: true })
  }
}
