// The app's code lives in a window; in Node the timers of the global object are enough of one.
if (typeof window === 'undefined') globalThis.window = globalThis;
