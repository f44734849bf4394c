/**
 * A body that is not what the endpoint promises. The client turns it into `NotTheApiError`, which says what was being done.
 * - `not-the-api`: not the API's shape at all; may be another's answer (a captive portal), so it is worth asking again.
 * - `drift`: the API's shape, but too many records are bad: the service has changed, asking again does not help.
 */
export class ResponseShapeError extends Error {
  override readonly name = 'ResponseShapeError';
  constructor(
    readonly kind: 'not-the-api' | 'drift',
    message: string,
  ) {
    super(message);
  }
}
