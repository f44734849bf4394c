import process from 'node:process';

/** What a process took from its start until now. */
export interface ProcessCost {
  /** User and system time in milliseconds. */
  readonly cpuMs: number;
  /** Peak of the resident memory in MB (2^20 bytes). */
  readonly peakMb: number;
}

export function processCost(): ProcessCost {
  return { cpuMs: cpuMs(), peakMb: process.resourceUsage().maxRSS / 1024 };
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
