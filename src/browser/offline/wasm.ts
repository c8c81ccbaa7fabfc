/** Browsers in lockdown leave WebAssembly out. Pages find out, for workers cannot be asked. */
export function hasWasm(): boolean {
  return typeof WebAssembly === 'object'
}
