import { webAddress } from '../core/markdown/url';

const PLAYERS: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts)\/([A-Za-z0-9_-]{6,20})(?=[?&#/]|$)/i, (id) => `https://www.youtube.com/watch?v=${id}`],
  [/^https?:\/\/youtu\.be\/([A-Za-z0-9_-]{6,20})(?=[?&#/]|$)/i, (id) => `https://www.youtube.com/watch?v=${id}`],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d{4,14})(?=[?&#/]|$)/i, (id) => `https://vimeo.com/${id}`],
  [/^https?:\/\/www\.dailymotion\.com\/embed\/video\/([A-Za-z0-9]{4,20})(?=[?&#/]|$)/i, (id) => `https://www.dailymotion.com/video/${id}`],
  [/^https?:\/\/open\.spotify\.com\/embed\/([a-z]+\/[A-Za-z0-9]+)(?=[?&#/]|$)/i, (id) => `https://open.spotify.com/${id}`],
];

/** The page of a film whose player is embedded; any other address as it is. */
export function watchAddress(address: string): string {
  for (const [pattern, page] of PLAYERS) {
    const id = pattern.exec(address)?.[1];
    if (id !== undefined) return webAddress(page(id));
  }
  return address;
}
