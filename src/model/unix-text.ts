/** The text of a file without the mark of the order of bytes that some editors put before it, and with one kind of line end. */
export const unixText = (text: string): string => text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
