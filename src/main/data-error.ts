/** Stored data cannot be used. The message names the file, the problem and a remedy. */
export class DataError extends Error {}
