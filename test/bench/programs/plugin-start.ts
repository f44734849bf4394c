import { Module } from 'node:module';
import process from 'node:process';

export interface PluginStartTask {
  /** The built plugin. */
  readonly plugin: string;
}

export interface PluginStartResult {
  readonly requireMs: number;
  /** Until `onload` has resolved: all that the app waits for while it opens. */
  readonly onloadMs: number;
  /** Asked of the web meanwhile. */
  readonly requests: number;
}

interface StartedPlugin {
  onload(): void;
}

type Constructed = new (...given: unknown[]) => StartedPlugin;

/**
 * Takes any call, any property and any `new`: as much of the app as a plugin touches before the layout is
 * ready.
 */
function anything(): unknown {
  const target = class {};
  return new Proxy(target, {
    get: (given, key) =>
      key === 'prototype'
        ? given.prototype
        : key === 'then' || key === Symbol.toPrimitive
          ? undefined
          : anything(),
    apply: () => anything(),
  });
}

/** Stands for the app's base class: keeps the app, has no data yet, and lets everything else pass. */
class StubPlugin {
  readonly app: unknown;
  constructor(app: unknown) {
    this.app = app;
    return new Proxy(this, {
      get: (given, key, receiver) => (key in given ? Reflect.get(given, key, receiver) : () => anything()),
    });
  }
  loadData(): Promise<null> {
    return Promise.resolve(null);
  }
}

/** Takes every listener, and tells none of them anything. */
class StubEvents {
  on(): unknown {
    return anything();
  }
}

class StubSettingTab {
  readonly containerEl = anything();
}

let requests = 0;
const request = (): unknown => {
  requests += 1;
  return anything();
};

const stubs = new Proxy(
  {
    Plugin: StubPlugin,
    PluginSettingTab: StubSettingTab,
    Events: StubEvents,
    requestUrl: request,
    request,
    getLanguage: () => 'en',
  },
  { get: (given, key): unknown => Reflect.get(given, key) ?? class {} },
);

/** Loads the plugin as the app does, cold: required once, then started. */
function main({ plugin }: PluginStartTask): PluginStartResult {
  const load = Reflect.get(Module, '_load') as (request: string, ...rest: unknown[]) => unknown;
  Reflect.set(Module, '_load', (request: string, ...rest: unknown[]) =>
    request === 'obsidian' ? stubs : load.call(Module, request, ...rest),
  );
  const began = performance.now();
  const { default: PluginClass } = Module.createRequire(plugin)(plugin) as { readonly default: Constructed };
  const required = performance.now();
  Object.assign(global, { fetch: request, window: global });
  const started = new PluginClass(anything(), {});
  started.onload();
  return { requireMs: required - began, onloadMs: performance.now() - required, requests };
}

console.log(JSON.stringify(main(JSON.parse(process.argv[2] ?? '') as PluginStartTask)));
