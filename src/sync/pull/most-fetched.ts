/** Most full texts, and most attachments, fetched in one sync; the rest waits for the next. */
export const MOST_FETCHED = 200;
