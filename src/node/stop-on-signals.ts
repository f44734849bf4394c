import { printMessage } from './output';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The first Ctrl-C (or SIGTERM) calls `stop`, so that the work ends after the current note. The second one ends
 * the process at once.
 */
export function stopOnSignals(stop: () => void): void {
  let isStopping = false;
  const onSignal = (signal: string): void => {
    if (isStopping) {
      leaveToSystem();
      process.kill(process.pid, signal);
      return;
    }
    isStopping = true;
    // First, so that the progress bar is removed before the message.
    stop();
    printMessage('Stopping after the current note. Press Ctrl-C again to stop at once.');
    // From then on the system ends the process, however busy it is. Not now: a second signal that has come
    // while it was busy waits to be handled here, and would be lost.
    setImmediate(leaveToSystem);
  };
  const leaveToSystem = (): void => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}
