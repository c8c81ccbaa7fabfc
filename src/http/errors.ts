/** An expected failure with an HTTP status; any other error that is thrown is a bug (500). */
export class AppError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 503 | 507,
    message: string,
  ) {
    super(message)
  }
}

/** @param waitMs  time until the next request is allowed */
export class TooManyError extends AppError {
  readonly seconds: number

  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / 1000)
    super(429, `Too many requests. Ask again in ${seconds} s.`)
    this.seconds = seconds
  }
}

/** The requested path exists, but not with this method. */
export class MethodError extends AppError {
  constructor(readonly allowed: readonly string[]) {
    super(405, `Only ${allowed.join(', ')} can be used here.`)
  }
}

/** The route exists, but its guard or its check of the address rejects the visitor. */
export class RejectedPageError extends AppError {
  constructor(fullPath: string) {
    super(404, `Page Not Found: ${fullPath}`)
  }
}

export class NotFoundError extends AppError {
  constructor(fullPath: string) {
    super(404, `Page not found: ${fullPath}`)
  }
}
