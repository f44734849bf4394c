import { Events, type App } from 'obsidian';
import { isObject } from '../../model/collections';
import { DEFAULT_BASE_URL, DEFAULT_TOKEN_SECRET, type Settings } from '../../model/settings';
import { HostError } from '../host/host-error';
import { DEVICE_KEYS } from '../state/device-keys';
import { PERMISSION } from '../strings/permission-strings';

/** An address, and the name of the secret that is sent there. */
export interface Destination {
  readonly origin: string;
  readonly secret: string;
}

const { allowed: KEY, accepted: ACCEPTED } = DEVICE_KEYS;

/**
 * The one place from which requests get their address and token. A vault is shared and synced: what lies in it
 * must not decide where a secret goes, so a person is asked once on each device (I11). Triggers `change` when
 * the token has changed, or was accepted or refused.
 */
export class AppAccount extends Events {
  constructor(
    private readonly app: Pick<App, 'secretStorage' | 'loadLocalStorage' | 'saveLocalStorage'>,
    private readonly settings: () => Pick<Settings, 'baseUrl' | 'tokenSecret'>,
  ) {
    super();
  }

  /** What the vault's settings want and nobody has allowed; null when requests may be made. */
  get question(): Destination | null {
    const destination = this.destination;
    return this.isAllowed(destination) ? null : destination;
  }

  /** Null when there is none on this device (secrets are not synced), and while there is a question. */
  get token(): string | null {
    const { secret } = this.destination;
    if (this.question !== null) return null;
    const token = this.app.secretStorage.getSecret(secret);
    return token === null || token === '' ? null : token;
  }

  /** Address and token; the token is empty when this device has none. Throws while there is a question. */
  forRequests(): { readonly baseUrl: string; readonly token: string } {
    this.refuseWhileAsked();
    return { baseUrl: this.settings().baseUrl, token: this.token ?? '' };
  }

  /** Whether the service accepted the token on this device when it was last asked. */
  get isAccepted(): boolean {
    const accepted = readDestination(this.app.loadLocalStorage(ACCEPTED));
    return this.token !== null && accepted !== null && isSame(accepted, this.destination);
  }

  /** The service has accepted the token, or refused it. */
  setAccepted(isAccepted: boolean): void {
    if (isAccepted === this.isAccepted) return;
    this.app.saveLocalStorage(ACCEPTED, isAccepted ? this.destination : null);
    this.trigger('change');
  }

  /**
   * An empty token clears it: Obsidian has no other way to remove a secret. Throws while there is a question,
   * because the secret may be that of another plugin.
   */
  saveToken(token: string, { isAccepted }: { readonly isAccepted: boolean }): void {
    this.refuseWhileAsked();
    this.app.secretStorage.setSecret(this.destination.secret, token.trim());
    this.app.saveLocalStorage(ACCEPTED, isAccepted ? this.destination : null);
    this.trigger('change');
  }

  /** Clears Florilegium's own secret. Another one may be that of another plugin. */
  clearSecret(): void {
    this.app.secretStorage.setSecret(DEFAULT_TOKEN_SECRET, '');
    this.trigger('change');
  }

  /** Remembers the answer of a person on this device. */
  allow(destination: Destination): void {
    if (!this.isAllowed(destination)) this.app.saveLocalStorage(KEY, [...this.allowed(), destination]);
  }

  /** For an address that a person typed here. A secret that only the vault named is still asked about. */
  allowAddress(address: string): void {
    const { secret } = this.destination;
    const isKnown = secret === DEFAULT_TOKEN_SECRET || this.allowed().some((each) => each.secret === secret);
    if (isKnown) this.allow({ origin: new URL(address).origin, secret });
  }

  private get destination(): Destination {
    const { baseUrl, tokenSecret } = this.settings();
    return { origin: new URL(baseUrl).origin, secret: tokenSecret };
  }

  private isAllowed({ origin, secret }: Destination): boolean {
    if (origin === DEFAULT_BASE_URL && secret === DEFAULT_TOKEN_SECRET) return true;
    return this.allowed().some((each) => isSame(each, { origin, secret }));
  }

  private allowed(): readonly Destination[] {
    const stored: unknown = this.app.loadLocalStorage(KEY);
    return Array.isArray(stored) ? stored.flatMap((each: unknown) => readDestination(each) ?? []) : [];
  }

  private refuseWhileAsked(): void {
    const { question } = this;
    if (question !== null) throw new HostError(PERMISSION.refused(question));
  }
}

const isSame = (one: Destination, other: Destination): boolean =>
  one.origin === other.origin && one.secret === other.secret;

function readDestination(value: unknown): Destination | null {
  if (!isObject(value)) return null;
  const { origin, secret } = value;
  return typeof origin === 'string' && typeof secret === 'string' ? { origin, secret } : null;
}
