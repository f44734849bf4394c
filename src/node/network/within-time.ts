import { HttpError } from '../../model/ports';
import { causesOf, errorCode } from '../errors';

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused; nothing listens there',
  ENOTFOUND: 'no such host (DNS). Check the base URL and the network',
  EAI_AGAIN: 'the name could not be looked up (DNS). Check the network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no route to the host. Check the network',
  ENETUNREACH: 'the network is unreachable',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Check the clock of this machine',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by an authority that this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by an authority that this machine trusts',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not signed by an authority that this machine trusts',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the host does not speak HTTPS',
  EPROTO: 'the host does not speak HTTPS',
};

/** Why no answer came. Never quotes the request. */
function networkProblem(error: unknown): string {
  for (const cause of causesOf(error)) {
    const code = errorCode(cause);
    if (code === null) continue;
    if (code.startsWith('HPE_')) return `the answer is not HTTP (${code})`;
    return `${PROBLEMS[code] ?? 'the connection failed'} (${code})`;
  }
  return 'the connection was cut';
}

interface TimedRequest {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request with a time limit. Failures are thrown as `HttpError`, and the connection is closed. */
export async function withinTime<Result>(
  { timeoutMs, signal }: TimedRequest,
  target: string,
  send: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const cancel = (): void =>
    controller.abort(new HttpError('cancelled', `The request to ${target} was cancelled`));
  const expire = (): void =>
    controller.abort(new HttpError('timeout', `${target} did not answer within ${timeoutMs / 1000} s`));
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(expire, timeoutMs);
  try {
    controller.signal.throwIfAborted();
    return await send(controller.signal);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (controller.signal.reason instanceof HttpError) throw controller.signal.reason;
    throw new HttpError('network', `${target}: ${networkProblem(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    controller.abort();
  }
}
