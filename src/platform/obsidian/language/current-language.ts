import { getLanguage } from 'obsidian';
import { languages, messagesIn } from './all-messages';
import { EngineWords } from './engine-words';
import { nearestLanguage } from './nearest-language';
import { Speech } from './speech';
import { spoken } from './spoken';

/** The app has to be started again before it speaks another language, so that this holds for as long as the plugin is loaded. */
const language = nearestLanguage(getLanguage(), languages);

const { engine, ...messages } = messagesIn(language);

export const SPEECH = new Speech(language, messages.general.listType);

export const MESSAGES = spoken(messages, SPEECH);

const words =
  language === 'en'
    ? null
    : new EngineWords({ english: messagesIn('en').engine, spoken: engine, speech: SPEECH });

/** What the engine said, in the language of the app where that is known. */
export const HEARD = (text: string): string => words?.translated(text) ?? text;
