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
import type { Service } from './service';

const LARGEST_BODY = 32 * 1024 * 1024;

/** A service as a test has it: what is kept there, what goes wrong, and what was asked. */
export class Scene implements Service {
  readonly options: ResolvedOptions;
  readonly library: Library;
  readonly faults = new FaultScript();
  readonly requests = new RequestLog();
  readonly web: WebFiles = new Map();
  readonly limiter: RateLimiter;
  /** The last body sent, by path. */
  readonly bodies = new Map<string, string>();

  constructor(serverOptions: ServerOptions) {
    this.options = resolveOptions(serverOptions);
    this.library = this.options.library;
    this.limiter = new RateLimiter(this.options.rateLimits, this.options.rateClock);
  }
}

/**
 * Answers both interfaces of the specification from a library in memory: that of its scene, for which another
 * may be put.
 */
export class ReferenceApp implements Service {
  readonly app: FastifyInstance = fastify({
    forceCloseConnections: true,
    bodyLimit: LARGEST_BODY,
    // Clients call addresses with and without the final slash, and the live service takes both.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });

  private constructor(public scene: Scene) {}

  static async create(scene: Scene): Promise<ReferenceApp> {
    const made = new ReferenceApp(scene);
    const { app } = made;
    await app.register(cors, {
      origin: true,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: ['Retry-After', 'Date'],
    });
    acceptLenientJson(app);
    answerErrorsAsJson(app);
    addHooks(app, () => made.scene);
    addEndpoints(app, made);
    return made;
  }

  get library(): Library {
    return this.scene.library;
  }

  get options(): ResolvedOptions {
    return this.scene.options;
  }

  get web(): WebFiles {
    return this.scene.web;
  }
}

interface Ongoing {
  readonly scene: Scene;
  readonly logged: LoggedRequest;
  readonly fault: Fault | null;
}

function addEndpoints(app: FastifyInstance, service: ReferenceApp): void {
  app.get('/api/v2/auth/', (_request, reply) => reply.code(204).send());
  registerExport(app, service);
  registerReview(app, service);
  registerHighlights(app, service);
  registerBooks(app, service);
  registerTags(app, service);
  registerDocumentLists(app, service);
  registerDocuments(app, service);
  registerWeb(app, service);
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
    if (error instanceof ApiError)
      return reply.code(error.status).headers(error.headers).send({ detail: error.message });
    return reply.code(error.statusCode ?? 500).send({ detail: error.message });
  });
}

function addHooks(app: FastifyInstance, sceneNow: () => Scene): void {
  const ongoing = new WeakMap<FastifyRequest, Ongoing>();

  app.addHook('onRequest', async (request, reply) => {
    const scene = sceneNow();
    const { options, faults, requests } = scene;
    const { authorization, ...headers } = request.headers;
    lookForToken('an address', request.url);
    lookForToken('a header other than Authorization', JSON.stringify(headers));
    const logged = requests.arrived({
      method: request.method,
      url: request.url,
      authorization,
      at: options.rateClock(),
    });
    const fault = faults.strike(logged);
    ongoing.set(request, { scene, logged, fault });
    if (fault !== null) await playBeforeEndpoint(fault, request, reply);
    if (reply.sent) return;
    if (isOfTheWeb(logged.path)) {
      if (authorization !== undefined) throw new Error('The token was sent to where it does not belong');
      return;
    }
    checkToken(authorization, options.token);
    checkRate(scene.limiter, logged);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const state = ongoing.get(request);
    setDate(reply, (state?.scene ?? sceneNow()).options);
    if (state === undefined) {
      done(null, payload);
      return;
    }
    const { logged, fault, scene } = state;
    scene.requests.answered(logged, { status: reply.statusCode, body: request.body });
    const body = typeof payload === 'string' ? payload : '';
    const bodyBefore = scene.bodies.get(logged.path);
    if (reply.statusCode === 200) scene.bodies.set(logged.path, body);
    done(null, fault === null ? payload : playOnAnswer(fault, { body, logged, bodyBefore }, reply));
  });
}

function checkToken(authorization: string | undefined, token: string): void {
  const headers = { 'www-authenticate': 'Token' };
  if (authorization === undefined)
    throw new ApiError(401, 'Authentication credentials were not provided.', headers);
  if (authorization !== `Token ${token}`) throw new ApiError(401, 'Invalid token.', headers);
}

function checkRate(limiter: RateLimiter, { method, path }: LoggedRequest): void {
  const seconds = limiter.admit(rateClassOf(method, path));
  if (seconds === null) return;
  throw new ApiError(429, `Request was throttled. Expected available in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });
}

function setDate(reply: FastifyReply, options: ResolvedOptions): void {
  if (options.dateHeader === 'left-out') reply.raw.sendDate = false;
  else reply.header('date', new Date(options.library.now()).toUTCString());
}
