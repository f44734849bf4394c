import * as z from 'zod/mini';

// Imported first of all: schemas look at this when they are made. The app's review frowns on code made from text.
z.config({ jitless: true });
