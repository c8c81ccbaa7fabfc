/** What the operator has to correct: its message is for people and names every bad variable. */
export class ConfigError extends Error {}
