import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error';
import type { Fault } from './faults';
import type { LoggedRequest } from './request-log';

const PORTAL_PAGE =
  '<!doctype html><html><head><title>Welcome</title></head><body><h1>Please sign in to this network</h1></body></html>';
/** Long enough for the bytes before a cut to leave the machine's buffers. */
const FLUSH_MS = 20;

/**
 * Plays the faults that keep a request from its endpoint. Where it sends, hijacks or throws, nothing else
 * runs.
 */
export async function playBeforeEndpoint(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  switch (fault.kind) {
    case 'status':
      await reply
        .code(fault.status)
        .type('application/json')
        .headers(fault.headers ?? {})
        .send(fault.body ?? JSON.stringify({ detail: 'Scripted fault' }));
      return;
    case 'redirect':
      await reply.redirect(fault.to, fault.status ?? 302);
      return;
    case 'html-page':
      await reply
        .code(200)
        .type('text/html; charset=utf-8')
        .send(fault.page ?? PORTAL_PAGE);
      return;
    case 'cursor-refused':
      throw new ApiError(400, 'pageCursor: this is not a cursor of this list');
    case 'delay':
      await wait(fault.ms, undefined, { ref: false });
      return;
    case 'silence':
      reply.hijack();
      return;
    case 'reset':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    case 'cut':
    case 'truncated-json':
    case 'content-type':
    case 'repeated-page':
    case 'cursor-loop':
    case 'changed-body':
      return;
  }
}

export interface RealAnswer {
  readonly body: string;
  readonly logged: LoggedRequest;
  /** What was last sent from the same path, when anything was. */
  readonly bodyBefore: string | undefined;
}

/** Plays the faults that spoil a real answer. Returns what is sent in its place. */
export function playOnAnswer(fault: Fault, answer: RealAnswer, reply: FastifyReply): string | Readable {
  switch (fault.kind) {
    case 'truncated-json':
      return resized(reply, answer.body.slice(0, fault.length));
    case 'content-type':
      reply.type(fault.value);
      return answer.body;
    case 'repeated-page':
      return resized(reply, answer.bodyBefore ?? answer.body);
    case 'cursor-loop':
      return resized(reply, loopingBack(answer));
    case 'changed-body':
      return resized(reply, fault.change(answer.body));
    case 'cut':
      return cutBody(reply, Buffer.from(answer.body), fault.bytes);
    case 'status':
    case 'redirect':
    case 'html-page':
    case 'cursor-refused':
    case 'delay':
    case 'silence':
    case 'reset':
      return answer.body;
  }
}

function resized(reply: FastifyReply, body: string): string {
  reply.removeHeader('content-length');
  return body;
}

function loopingBack({ body, logged }: RealAnswer): string {
  const page: unknown = JSON.parse(body);
  if (typeof page !== 'object' || page === null || !('nextPageCursor' in page)) return body;
  return JSON.stringify({ ...page, nextPageCursor: logged.query['pageCursor'] ?? page.nextPageCursor });
}

function cutBody(reply: FastifyReply, body: Buffer, bytes: number): Readable {
  reply.header('content-length', body.length);
  const { socket } = reply.raw;
  return Readable.from(
    (async function* () {
      yield body.subarray(0, bytes);
      await wait(FLUSH_MS);
      socket?.destroy();
    })(),
  );
}
