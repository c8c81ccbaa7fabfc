/** Value of a color field. The native input has no alpha; the picker's events carry it. */
export function pickedHex(event: Event, input: HTMLInputElement): string {
  return 'hex' in event && typeof event.hex === 'string' ? event.hex : input.value
}
