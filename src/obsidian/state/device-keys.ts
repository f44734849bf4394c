/** What is kept in the app's local storage, which keeps vaults and devices apart. */
export const DEVICE_KEYS = {
  /** Names of the databases. */
  state: 'florilegium-state',
  outbox: 'florilegium-outbox',
  /** The settings file existed. */
  settings: 'florilegium-settings',
  /** What a person allowed. */
  allowed: 'florilegium-allowed',
  /** Where the token was accepted. */
  accepted: 'florilegium-accepted',
  /** How far the guided start has got. */
  start: 'florilegium-start',
  /** When the last sync ended, in milliseconds since the epoch. */
  schedule: 'florilegium-schedule',
  /** When the last sync ended that found nothing to do. */
  quietSync: 'florilegium-quiet-sync',
  /** Sources of highlights, by the path of the note. */
  sources: 'florilegium-sources',
} as const;
