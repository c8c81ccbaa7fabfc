/** What is on another machine and may return by itself: whoever supervises starts the process again. Says what it is. */
export class AwayError extends Error {}
