/**
 * Value of a color field after an event. The native input has no alpha, so events of our picker carry the full color.
 */
export function pickedHex(event: Event, input: HTMLInputElement): string {
  return 'hex' in event && typeof event.hex === 'string' ? event.hex : input.value
}
