import { hostOf } from '../markdown/url';

/** Seconds as `1:02:03`, or `2:03` below an hour. */
export function timeStamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0
    ? `${String(hours)}:${two(minutes)}:${two(whole % 60)}`
    : `${String(minutes)}:${two(whole % 60)}`;
}

const BY_QUERY: ReadonlySet<string> = new Set([
  'youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtu.be',
  'open.spotify.com',
  'podcasts.apple.com',
  'pca.st',
  'twitch.tv',
]);
const BY_FRAGMENT: ReadonlySet<string> = new Set(['vimeo.com', 'player.vimeo.com', 'soundcloud.com']);
const MEDIA_FILE = /\.(?:mp3|m4a|mp4|m4v|webm|ogg|oga|ogv|opus|wav|aac|flac)(?:$|\?)/i;

function withQueryTime(address: string, seconds: number): string {
  const [withoutFragment = ''] = address.split('#');
  const [path = '', query = ''] = withoutFragment.split('?');
  const kept = query.split('&').filter((pair) => pair !== '' && !/^(?:t|start)=/.test(pair));
  return `${path}?${[...kept, `t=${String(seconds)}`].join('&')}`;
}

/** A web address that opens a recording at the second, where its site is known to allow that; else `''`. */
export function addressAtTime(address: string, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const host = hostOf(address);
  const [withoutFragment = ''] = address.split('#');
  if (BY_QUERY.has(host)) return withQueryTime(address, whole);
  if (BY_FRAGMENT.has(host)) return `${withoutFragment}#t=${String(whole)}s`;
  if (MEDIA_FILE.test(withoutFragment)) return `${withoutFragment}#t=${String(whole)}`;
  if (host === 'overcast.fm') return `${withoutFragment}/${timeStamp(whole)}`;
  return '';
}
