export class NetworkError extends Error {}

/** Fetches an address. @throws NetworkError when there is no response or an error status */
export async function request(address: string, options: RequestInit): Promise<Response> {
  const response = await requestAny(address, options)
  if (!response.ok) throw new NetworkError(`${address} responded with ${response.status}`)
  return response
}

/**
 * Fetches an address; a 4xx response is not an error. @throws NetworkError when there is no response or a 5xx status
 */
export async function requestAny(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options).catch((error: unknown) => {
    throw new NetworkError(`${address} is unreachable`, { cause: error })
  })
  if (response.status >= 500) throw new NetworkError(`${address} responded with ${response.status}`)
  return response
}
