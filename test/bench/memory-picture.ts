import type { FirstPair } from './measure-library';
import type { MemorySample } from './programs/memory';

const WIDTH = 760;
const HEIGHT = 340;
const PLOT = { left: 64, right: 570, top: 24, bottom: 290 };
/** Points of a line: more than can be seen make the file large. */
const POINTS = 150;
const STEPS_MB = [25, 50, 100, 200, 500];
const MOST_LINES = 8;

/** Both readable on white and on black. */
const GREY = '#7d858f';
const COLORS = { engine: '#2f81f7', ideal: '#c9820a', floor: '#3fa052' };

/** The memory of a first sync over the time of each of the three programs, as an SVG. */
export function memoryPicture({ engine, ideal, floor }: FirstPair, library: string): string {
  const lines = { engine: engine.memory, ideal: ideal.memory, floor: floor.memory };
  const highest = Math.max(...Object.values(lines).flatMap((samples) => samples.map(({ mb }) => mb)));
  const step = STEPS_MB.find((mb) => highest / mb <= MOST_LINES) ?? highest;
  const scale = Math.ceil(highest / step) * step;
  const y = (mb: number): number => Math.round(PLOT.bottom - (mb / scale) * (PLOT.bottom - PLOT.top));
  const marks = Array.from({ length: scale / step + 1 }, (_, index) => index * step);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" font-family="sans-serif" font-size="13" fill="${GREY}">
<title>Resident memory of a first sync with library ${library}</title>
${marks.map((mb) => markOf(mb, y(mb))).join('\n')}
${[0, 0.25, 0.5, 0.75, 1].map(shareOf).join('\n')}
<text x="${String((PLOT.left + PLOT.right) / 2)}" y="${String(HEIGHT - 10)}" text-anchor="middle">share of the run's time</text>
${(['engine', 'ideal', 'floor'] as const).map((name, index) => `${lineOf(name, lines[name], y)}\n${legend(name, lines[name], index)}`).join('\n')}
</svg>
`;
}

const markOf = (mb: number, y: number): string =>
  `<path d="M${String(PLOT.left)} ${String(y)}H${String(PLOT.right)}" stroke="${GREY}" stroke-opacity="0.3"/><text x="${String(PLOT.left - 8)}" y="${String(y + 4)}" text-anchor="end">${String(mb)} MB</text>`;

const shareOf = (share: number): string =>
  `<text x="${String(xOf(share))}" y="${String(PLOT.bottom + 20)}" text-anchor="middle">${String(share * 100)} %</text>`;

const xOf = (share: number): number => Math.round(PLOT.left + share * (PLOT.right - PLOT.left));

function lineOf(
  name: keyof typeof COLORS,
  samples: readonly MemorySample[],
  y: (mb: number) => number,
): string {
  const wholeMs = samples.at(-1)?.ms ?? 1;
  const points = peaks(samples).map(({ ms, mb }) => `${String(xOf(ms / wholeMs))},${String(y(mb))}`);
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLORS[name]}" stroke-width="2"/>`;
}

function legend(name: keyof typeof COLORS, samples: readonly MemorySample[], index: number): string {
  const seconds = (samples.at(-1)?.ms ?? 0) / 1000;
  const highest = Math.max(...samples.map(({ mb }) => mb));
  const text = `${name}: ${seconds.toFixed(0)} s, up to ${String(highest)} MB`;
  return `<text x="${String(PLOT.right + 14)}" y="${String(PLOT.top + 14 + index * 22)}" fill="${COLORS[name]}">${text}</text>`;
}

/** Of samples that share a point, the highest. */
function peaks(samples: readonly MemorySample[]): readonly MemorySample[] {
  const each = Math.ceil(samples.length / POINTS);
  return Array.from({ length: Math.ceil(samples.length / each) }, (_, index) =>
    samples
      .slice(index * each, (index + 1) * each)
      .reduce((highest, sample) => (sample.mb > highest.mb ? sample : highest)),
  );
}
