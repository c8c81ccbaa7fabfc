/** Browsers in lockdown mode lack WebAssembly. Pages check it, because workers cannot be asked. */
export function hasWasm(): boolean {
  return typeof WebAssembly === 'object'
}
