/** What a colour field says: the native input knows no alpha, the picker's events bring it along. */
export function pickedHex(event: Event, input: HTMLInputElement): string {
  return 'hex' in event && typeof event.hex === 'string' ? event.hex : input.value
}
