import type { RateLimits } from '../../server/server-options';

/** The service's own, requests per minute. */
export const LIMITS: RateLimits = { v2: 240, v2Lists: 20, v3: 20, v3Writes: 50 };
