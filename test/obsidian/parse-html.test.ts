/** @jest-environment jsdom */
import { parseHtml } from '../../src/obsidian/host/parse-html';
import { describeParseHtml } from '../notes/html/parse-html-contract';

describeParseHtml('in the app', parseHtml);
