import { DEFAULT_BASE_URL, DEFAULT_TOKEN_SECRET } from '../../model/settings';

interface Destination {
  readonly origin: string;
  readonly secret: string;
}

/** The question whether this vault's address may get a secret of this device. */
export const PERMISSION = {
  name: (destination: Destination): string => `This vault wants to use ${wanted(destination)}.`,
  desc: (destination: Destination): string => `${consequence(destination)} Allow this only if you set it up.`,
  notice: (destination: Destination): string =>
    `Readwise: this vault wants to use ${wanted(destination)}. ${PERMISSION.desc(destination)}`,
  refused: (destination: Destination): string =>
    `${PERMISSION.name(destination)} Nothing was sent. Allow it in the settings first.`,
  allow: 'Allow on this device',
  refuse: ({ origin }: Destination): string =>
    origin === DEFAULT_BASE_URL ? 'Use the usual secret' : 'Use readwise.io',
};

function wanted({ origin, secret }: Destination): string {
  if (secret === DEFAULT_TOKEN_SECRET) return origin;
  const named = `the secret “${secret}”`;
  return origin === DEFAULT_BASE_URL ? named : `${origin} and ${named}`;
}

function consequence({ origin, secret }: Destination): string {
  if (secret === DEFAULT_TOKEN_SECRET) return 'Your Readwise token would be sent there.';
  return origin === DEFAULT_BASE_URL
    ? 'It would be sent to readwise.io.'
    : 'That secret would be sent to that address.';
}
