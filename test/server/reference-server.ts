import cors from '@fastify/cors';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { lookForToken } from '../support/canary';
import { ApiError } from './api-error';
import { playBeforeEndpoint, playOnAnswer } from './fault-hooks';
import { FaultScript, type Fault } from './faults';
import type { Library } from './library';
import { RateLimiter, rateClassOf } from './rate-limiter';
import { RequestLog, type LoggedRequest } from './request-log';
import { registerBooks } from './routes/book-routes';
import { registerDocumentLists } from './routes/document-list-route';
import { registerDocuments } from './routes/document-routes';
import { registerExport } from './routes/export-route';
import { registerHighlights } from './routes/highlight-routes';
import { registerReview } from './routes/review-route';
import { registerTags } from './routes/tag-routes';
import { isOfTheWeb, registerWeb, type WebFiles } from './routes/web-routes';
import { resolveOptions, type ResolvedOptions, type ServerOptions } from './server-options';

const LARGEST_BODY = 32 * 1024 * 1024;

export interface ReferenceServer {
  /** `http://127.0.0.1:<port>`, to be used as the base URL. */
  readonly url: string;
  readonly library: Library;
  readonly web: WebFiles;
  readonly faults: FaultScript;
  readonly requests: RequestLog;
  /** Ends it with every connection, also those that wait for an answer. */
  close(): Promise<void>;
}

interface Ongoing {
  readonly logged: LoggedRequest;
  readonly fault: Fault | null;
}

/** Everything but a port: for tests that talk to it within their own process, thousands of times. */
export interface ReferenceApp {
  readonly app: FastifyInstance;
  readonly web: WebFiles;
  readonly library: Library;
  readonly faults: FaultScript;
  readonly requests: RequestLog;
}

/** Answers both interfaces of the specification from a library in memory. */
export async function createReferenceApp(serverOptions: ServerOptions): Promise<ReferenceApp & { readonly options: ResolvedOptions }> {
  const options = resolveOptions(serverOptions);
  const faults = new FaultScript();
  const requests = new RequestLog();
  const web: WebFiles = new Map();
  const app = fastify({ forceCloseConnections: true, bodyLimit: LARGEST_BODY, routerOptions: { maxParamLength: 200 } });
  await app.register(cors, { origin: true, methods: ['GET', 'POST', 'PATCH', 'DELETE'], exposedHeaders: ['Retry-After', 'Date'] });
  acceptLenientJson(app);
  answerErrorsAsJson(app);
  addHooks(app, { options, faults, requests });
  addEndpoints(app, options);
  registerWeb(app, web);
  return { app, library: options.library, web, faults, requests, options };
}

/** Serves it on this machine only. */
export async function startReferenceServer(serverOptions: ServerOptions): Promise<ReferenceServer> {
  const { app, library, web, faults, requests, options } = await createReferenceApp(serverOptions);
  const url = await app.listen({ host: '127.0.0.1', port: options.port });
  return { url, library, web, faults, requests, close: () => app.close() };
}

function addEndpoints(app: FastifyInstance, options: ResolvedOptions): void {
  const service = { library: options.library, options };
  app.get('/api/v2/auth/', (_request, reply) => reply.code(204).send());
  registerExport(app, service);
  registerReview(app, service);
  registerHighlights(app, service);
  registerBooks(app, service);
  registerTags(app, service);
  registerDocumentLists(app, service);
  registerDocuments(app, service);
}

/** A JSON content type on a request without a body, as some clients send it with DELETE, is no error. */
function acceptLenientJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch (error) {
      done(new ApiError(400, `JSON parse error: ${String(error)}`));
    }
  });
}

function answerErrorsAsJson(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not found.' }));
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).headers(error.headers).send({ detail: error.message });
    return reply.code(error.statusCode ?? 500).send({ detail: error.message });
  });
}

function addHooks(app: FastifyInstance, parts: { readonly options: ResolvedOptions; readonly faults: FaultScript; readonly requests: RequestLog }): void {
  const { options, faults, requests } = parts;
  const ongoing = new WeakMap<FastifyRequest, Ongoing>();
  const bodies = new Map<string, string>();
  const limiter = new RateLimiter(options.rateLimits, options.rateClock);

  app.addHook('onRequest', async (request, reply) => {
    const { authorization, ...headers } = request.headers;
    lookForToken('an address', request.url);
    lookForToken('a header other than Authorization', JSON.stringify(headers));
    const logged = requests.arrived({ method: request.method, url: request.url, authorization, at: options.rateClock() });
    const fault = faults.strike(logged);
    ongoing.set(request, { logged, fault });
    if (fault !== null) await playBeforeEndpoint(fault, request, reply);
    if (reply.sent) return;
    if (isOfTheWeb(logged.path)) {
      if (authorization !== undefined) throw new Error('The token was sent to where it does not belong');
      return;
    }
    checkToken(authorization, options.token);
    checkRate(limiter, logged);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    setDate(reply, options);
    const state = ongoing.get(request);
    if (state === undefined) {
      done(null, payload);
      return;
    }
    requests.answered(state.logged, { status: reply.statusCode, body: request.body });
    const body = typeof payload === 'string' ? payload : '';
    const bodyBefore = bodies.get(state.logged.path);
    if (reply.statusCode === 200) bodies.set(state.logged.path, body);
    done(null, state.fault === null ? payload : playOnAnswer(state.fault, { body, logged: state.logged, bodyBefore }, reply));
  });
}

function checkToken(authorization: string | undefined, token: string): void {
  const headers = { 'www-authenticate': 'Token' };
  if (authorization === undefined) throw new ApiError(401, 'Authentication credentials were not provided.', headers);
  if (authorization !== `Token ${token}`) throw new ApiError(401, 'Invalid token.', headers);
}

function checkRate(limiter: RateLimiter, { method, path }: LoggedRequest): void {
  const seconds = limiter.admit(rateClassOf(method, path));
  if (seconds === null) return;
  throw new ApiError(429, `Request was throttled. Expected available in ${seconds} seconds.`, { 'retry-after': String(seconds) });
}

function setDate(reply: FastifyReply, options: ResolvedOptions): void {
  if (options.dateHeader === 'left-out') reply.raw.sendDate = false;
  else reply.header('date', new Date(options.library.now()).toUTCString());
}
