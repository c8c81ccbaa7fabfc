/**
 * Whether the browser has WebAssembly, which is missing in lockdown mode. Pages check it, because workers cannot be
 * asked.
 */
export function hasWasm(): boolean {
  return typeof WebAssembly === 'object'
}
