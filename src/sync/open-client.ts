import { ReadwiseClient } from '../readwise/client';
import { ServicePauses } from './service-pauses';
import type { SyncDependencies, SyncOptions } from './sync-options';

/** A client for one run. It keeps to the pauses that the service asked earlier runs for. */
export async function openClient(
  deps: SyncDependencies,
  { settings: { baseUrl }, token, signal }: Pick<SyncOptions, 'settings' | 'token' | 'signal'>,
): Promise<ReadwiseClient> {
  return new ReadwiseClient({
    ...deps,
    ...{ baseUrl, token, signal },
    pauses: await ServicePauses.read(deps, { baseUrl, token }),
    onWait: (wait) => deps.reporter.progress({ step: 'waiting', ...wait }),
  });
}
