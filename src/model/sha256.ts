/** The first `count` hexadecimal digits of a SHA-256 hash; a text is encoded as UTF-8. */
export async function sha256Digits(
  content: string | Uint8Array<ArrayBuffer>,
  count: number,
): Promise<string> {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  );
  return [...new Uint8Array(hash)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, count);
}
