import MarkdownIt from 'markdown-it';
import type { App } from './app-model';
import type { Component } from './plugin';

const reader = new MarkdownIt({ html: false });

/** Close enough to see that a note was rendered: quotes, lists, headings, emphasis. */
export const MarkdownRenderer = {
  render: (_app: App, markdown: string, element: HTMLElement, _sourcePath: string, _component: Component): Promise<void> => {
    element.append(...new DOMParser().parseFromString(reader.render(markdown), 'text/html').body.childNodes);
    return Promise.resolve();
  },
};
