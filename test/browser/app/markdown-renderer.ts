import MarkdownIt from 'markdown-it';
import type { App } from './app-model';
import type { Component } from './plugin';

const reader = new MarkdownIt({ html: false });

/** Close enough to see that a note was rendered: quotes, lists, headings, emphasis. */
export const MarkdownRenderer = {
  render: (_app: App, markdown: string, element: HTMLElement, _sourcePath: string, _component: Component): Promise<void> => {
    // The app shows no ids of blocks.
    const shown = markdown.replace(/(^|[\s>])\^[A-Za-z0-9-]+[ \t]*$/gm, '$1');
    element.append(...new DOMParser().parseFromString(reader.render(shown), 'text/html').body.childNodes);
    return Promise.resolve();
  },
};
