import { getLanguage } from 'obsidian';
import { languages, messagesIn } from './all-messages';
import { EngineWords } from './engine-words';
import { nearestLanguage } from './nearest-language';
import { Speech } from './speech';

/** The app has to be started again before it speaks another language, so that this holds for as long as the plugin is loaded. */
const language = nearestLanguage(getLanguage(), languages);

export const MESSAGES = messagesIn(language);

export const SPEECH = new Speech(language, MESSAGES.general.listType);

const words = language === 'en' ? null : new EngineWords({ english: messagesIn('en').engine, spoken: MESSAGES.engine, speech: SPEECH });

/** What the engine said, in the language of the app where that is known. */
export const HEARD = (text: string): string => words?.translated(text) ?? text;
