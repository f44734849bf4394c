import { webAddress } from '../core/markdown/url';

/** Of each player: where it is, what tells its films apart, and where their pages are. */
const PLAYERS = [
  [
    '(?:(?:www\\.)?youtube(?:-nocookie)?\\.com/(?:embed|v|shorts)|youtu\\.be)',
    '(?!videoseries|live_stream)[\\w-]{6,20}',
    'www.youtube.com/watch?v=',
  ],
  ['player\\.vimeo\\.com/video', '\\d{4,14}(?![^#]*[?&]h=\\w{8})', 'vimeo.com/'],
  ['www\\.dailymotion\\.com/embed/video', '[a-z0-9]{4,20}', 'www.dailymotion.com/video/'],
  ['open\\.spotify\\.com/embed', '[a-z]+/[a-z0-9]+', 'open.spotify.com/'],
] as const;

/** The page of a film whose player is embedded; any other address as it is. */
export function watchAddress(address: string): string {
  for (const [player, film, page] of PLAYERS) {
    const id = new RegExp(`^https?://${player}/(${film})(?=[?&#/]|$)`, 'i').exec(address)?.[1];
    if (id !== undefined) return webAddress(`https://${page}${id}`);
  }
  return address;
}
