import type { Fetching } from '../run';

/** The service's time in milliseconds since the epoch, or the device's where that is unknown. */
export const timeOf = ({ now, deps }: Fetching): number =>
  now === null ? deps.clock.now() : Date.parse(now);
