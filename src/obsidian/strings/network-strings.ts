/** Why a request of the app got no answer, or was not made. */
export const REQUEST = {
  canceled: (target: string): string => `${target} was canceled`,
  notSecure: (hostname: string): string =>
    `Nothing was sent to ${hostname}: the address must start with https://`,
  noAnswer: (target: string, milliseconds: number): string =>
    `${target} did not answer within ${String(milliseconds)} ms`,
  /** `code`: Chromium's; empty where it has none. */
  unreachable: (target: string, code: string): string =>
    `${target} could not be reached${code === '' ? '' : ` (${code})`}`,
  tooLarge: (most: number): string => `The file is larger than ${String(most)} bytes`,
  protocol: (protocol: string): string => `Addresses with ${protocol} are not supported`,
  privateHost: (hostname: string): string =>
    `${hostname} is on this computer or its network and is not contacted`,
};
