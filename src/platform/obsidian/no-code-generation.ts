import * as z from 'zod/mini';

// Imported first of all: schemas look at this when they are made. The app's review frowns on code made from text.
z.config({ jitless: true });

// Without an export the bundler takes this for CommonJS, and then keeps all of zod instead of what is used.
export {};
