/** How many full texts one sync fetches at most, and how many attachments; what is left waits for the next. */
export const MOST_FETCHED = 200;
