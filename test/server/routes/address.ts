/** The full address a request was sent to. */
export function addressOf(request: {
  readonly protocol: string;
  readonly host: string;
  readonly url: string;
}): string {
  return `${request.protocol}://${request.host}${request.url}`;
}
