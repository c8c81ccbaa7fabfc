/**
 * Replaces `useSignals` of the React bindings and does nothing: Preact tracks by itself which signals a component
 * reads.
 */
export function useSignals(): void {}
