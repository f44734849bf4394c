import { Events, type App } from 'obsidian';

/** The access token in Obsidian's SecretStorage, under a name from the settings. Triggers `change`. */
export class TokenStore extends Events {
  constructor(
    private readonly app: App,
    private readonly secretName: () => string,
  ) {
    super();
  }

  /** Null when there is none on this device (secrets are not synced). */
  read(): string | null {
    const token = this.app.secretStorage.getSecret(this.secretName());
    return token === null || token === '' ? null : token;
  }

  /** An empty token clears it: Obsidian has no other way to remove a secret. */
  write(token: string): void {
    this.app.secretStorage.setSecret(this.secretName(), token.trim());
    this.trigger('change');
  }
}
