/** Raise when the same file yields other rows: every file is then read again. */
export const pipelineVersion = 26
