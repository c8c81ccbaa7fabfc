/** Replaces the function of React's signals: Preact tracks by itself which signals a component reads. */
export function useSignals(): void {}
