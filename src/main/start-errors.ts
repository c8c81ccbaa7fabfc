/** Stored data cannot be used. The message names the file, the problem and a remedy. */
export class DataError extends Error {}

/**
 * A remote service is unavailable and may come back by itself, so a supervisor should restart the process. The message
 * names the service.
 */
export class ServiceError extends Error {}
