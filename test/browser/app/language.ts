const KEY = 'language';

/** The app keeps the language that a person chose in the window's own storage, and has to be started again to speak another. */
export const getLanguage = (): string =>
  (typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)) ?? 'en';
