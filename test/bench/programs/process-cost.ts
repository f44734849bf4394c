import process from 'node:process';

/** User and system time of this process in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Peak of the resident memory in MB (2^20 bytes). */
export const peakMb = (): number => process.resourceUsage().maxRSS / 1024;
