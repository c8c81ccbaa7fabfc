import { type Color, hexOf } from './color.ts'

export interface ColorEvents {
  'color-input': CustomEvent<Color>
  'color-change': CustomEvent<Color>
}

declare global {
  interface HTMLElementEventMap extends ColorEvents {}
}

export function tellColor(from: HTMLElement, name: keyof ColorEvents, color: Color): void {
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: color }))
}

/** What a colour field says: the native input knows no alpha, the picker's events bring it along. */
export function pickedHex(event: Event, input: HTMLInputElement): string {
  return event instanceof PickEvent ? hexOf(event.color) : input.value
}

export class PickEvent extends Event {
  constructor(
    type: 'input' | 'change',
    readonly color: Color,
  ) {
    super(type, { bubbles: true })
  }
}
