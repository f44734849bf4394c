import type { ItemHighlight } from '../../model/model';
import { hostOf } from '../markdown/url';

/** Where a passage stands, in words and as an address that leads there. */

const PLACES: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['page', ['Page', 'Pages']],
  ['location', ['Location', 'Locations']],
]);

/** A page or location, or a range of them, in words; `''` for other kinds of places. */
export function placeOf({
  location,
  endLocation,
  locationType,
}: Pick<ItemHighlight, 'location' | 'endLocation' | 'locationType'>): string {
  const names = PLACES.get(locationType);
  if (names === undefined || location === null || location === 0) return '';
  if (endLocation !== null && endLocation > location)
    return `${names[1]} ${String(location)}–${String(endLocation)}`;
  return `${names[0]} ${String(location)}`;
}

const READER = 'https://read.readwise.io/';
const KINDLE = 'https://readwise.io/to_kindle?';

/** The address of a highlight in Reader; `''` if it is not known to be there. */
export function readerAddressOf({ otherAnchor, url, serviceUrl }: ItemHighlight): string {
  const own = [url, serviceUrl].find((known) => known.startsWith(READER));
  if (own !== undefined) return own;
  return otherAnchor?.startsWith('rd') === true ? `${READER}read/${otherAnchor.slice('rd'.length)}` : '';
}

/** The address that opens a Kindle book at a location. */
export function kindleAddress(asin: string, { location, locationType }: ItemHighlight): string {
  if (asin === '' || locationType !== 'location' || location === null || location === 0) return '';
  return `${KINDLE}action=open&asin=${encodeURIComponent(asin)}&location=${String(location)}`;
}

/** Where an address leads, by name: Kindle, Reader, Readwise, else the site of the item or of the address. */
export function openerOf(address: string, siteName: string): string {
  if (address === '') return '';
  if (address.startsWith(KINDLE)) return 'Kindle';
  if (address.startsWith(READER)) return 'Reader';
  const host = hostOf(address);
  return host === 'readwise.io' ? 'Readwise' : siteName || host;
}

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

const BY_QUERY =
  /^(?:(?:m\.|music\.)?youtube\.com|youtu\.be|open\.spotify\.com|podcasts\.apple\.com|pca\.st|twitch\.tv)$/;
const BY_FRAGMENT: ReadonlySet<string> = new Set(['vimeo.com', 'player.vimeo.com', 'soundcloud.com']);
const MEDIA_FILE = /\.(?:mp3|m4a|mp4|m4v|webm|ogg|oga|ogv|opus|wav|aac|flac)(?:$|\?)/i;

function withQueryTime(address: string, seconds: number): string {
  const [withoutFragment = ''] = address.split('#');
  const [path = '', query = ''] = withoutFragment.split('?');
  const kept = query.split('&').filter((pair) => pair !== '' && !/^(?:t|start)=/.test(pair));
  return `${path}?${[...kept, `t=${String(seconds)}`].join('&')}`;
}

/** An address that opens a recording at a time, if its site supports that; else `''`. */
export function addressAtTime(address: string, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const host = hostOf(address);
  const [withoutFragment = ''] = address.split('#');
  if (BY_QUERY.test(host)) return withQueryTime(address, whole);
  if (BY_FRAGMENT.has(host)) return `${withoutFragment}#t=${String(whole)}s`;
  if (MEDIA_FILE.test(withoutFragment)) return `${withoutFragment}#t=${String(whole)}`;
  if (host === 'overcast.fm') return `${withoutFragment}/${timeStamp(whole)}`;
  return '';
}
