import de from '../../../../languages/de.json';
import en from '../../../../languages/en.json';
import es from '../../../../languages/es.json';
import fr from '../../../../languages/fr.json';
import ja from '../../../../languages/ja.json';
import type { Messages } from './messages';

/**
 * The build puts the packed files of languages/ in the place of this module (build/packed-languages.mjs), so that only the language
 * that is asked for is unpacked; what it exports is the same.
 */
const ALL: Readonly<Record<string, Messages>> = { de, en, es, fr, ja };

export const languages: readonly string[] = Object.keys(ALL);

/** English for a language that is not there. */
export const messagesIn = (language: string): Messages => ALL[language] ?? en;
