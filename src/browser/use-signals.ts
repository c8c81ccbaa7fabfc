/** Stands for the one of React's signals: Preact notices by itself which signals a component reads. */
export function useSignals(): void {}
