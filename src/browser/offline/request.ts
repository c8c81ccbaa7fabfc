/** The server cannot be reached, or fails itself. */
export class NetworkError extends Error {}

/**
 * Asks the server for something that it has.
 * @throws NetworkError when there is no answer or an error
 */
export async function request(address: string, options: RequestInit): Promise<Response> {
  const response = await requestAny(address, options)
  if (!response.ok) throw new NetworkError(`${address} answers ${response.status}`)
  return response
}

/**
 * Asks the server for something that it may not have.
 * @throws NetworkError when there is no answer, or one that says that the server fails
 */
export async function requestAny(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options).catch((error: unknown) => {
    throw new NetworkError(`${address} does not answer`, { cause: error })
  })
  if (response.status >= 500) throw new NetworkError(`${address} answers ${response.status}`)
  return response
}
