/** Version of the ingest. Increase it when the same file gives different rows: every file is then read again. */
export const pipelineVersion = 27
