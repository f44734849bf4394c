import type { App } from './app-model';
import { renderMarkdown } from './markdown-reader';
import type { Component } from './plugin';

export const MarkdownRenderer = {
  render: (
    _app: App,
    markdown: string,
    element: HTMLElement,
    _sourcePath: string,
    _component: Component,
  ): Promise<void> => {
    element.append(...renderMarkdown(markdown));
    return Promise.resolve();
  },
};
