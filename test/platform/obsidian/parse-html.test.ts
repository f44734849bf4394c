/** @jest-environment jsdom */
import { parseHtml } from '../../../src/platform/obsidian/parse-html';
import { describeParseHtml } from '../../html/parse-html-contract';

describeParseHtml('in the app', parseHtml);
