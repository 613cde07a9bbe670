/** A line; the first one is ours. */
export interface Series {
  readonly name: string;
  readonly values: readonly ChartValue[];
}

export interface ChartValue {
  readonly at: number;
  readonly value: number;
}

export interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
  /** How a tick of either axis is written. */
  readonly atLabel: (at: number) => string;
  readonly valueLabel: (value: number) => string;
}

const WIDTH = 900;
const GAP = 24;
const LEFT = 62;
const TOP = 58;
const BOTTOM = 30;
const HEIGHT = 300;
const NAME_WIDTH = 220;

/**
 * Panels beside one another, lines over logarithmic axes: a line that rises with the diagonal grows as the size does. An
 * SVG that brings its own ground and follows the reader's light or dark theme.
 */
export function lineChart(title: string, panels: readonly Panel[]): string {
  const width = (WIDTH - GAP * (panels.length + 1)) / panels.length;
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  const parts = panels.map((panel, index) => panelAt(panel, names, GAP + index * (width + GAP), width));
  return svg(title, HEIGHT + TOP + BOTTOM, [legend(names), ...parts]);
}

/** A group of horizontal bars from zero, each with its value behind it. */
export interface BarGroup {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number; readonly ours: boolean }[];
}

/** Groups of bars below one another, each with a scale of its own; ours in another colour than the rest. */
export function barChart(title: string, groups: readonly BarGroup[], valueLabel: (value: number) => string): string {
  const left = GAP + NAME_WIDTH;
  const parts: string[] = [];
  let y = 16;
  for (const group of groups) {
    const most = Math.max(...group.bars.map(({ value }) => value));
    parts.push(text(GAP, y + 14, group.title, 'title'));
    y += 26;
    for (const { name, value, ours } of group.bars) {
      const length = (value / most) * (WIDTH - left - 100);
      const color = ours ? 's0' : 's5';
      parts.push(text(left - 10, y + 15, name, 'end'));
      parts.push(
        `<rect class="fill ${color}" x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="15" rx="2"/>`,
      );
      parts.push(text(left + length + 6, y + 15, valueLabel(value), ''));
      y += 22;
    }
    y += 14;
  }
  return svg(title, y, parts);
}

function panelAt({ title, series, atLabel, valueLabel }: Panel, names: readonly string[], left: number, width: number) {
  const points = series.flatMap(({ values }) => values);
  const [ats, values] = [points.map(({ at }) => at), points.map(({ value }) => value)];
  const x = logScale(Math.min(...ats), Math.max(...ats), left + LEFT, left + width - 12);
  const y = logScale(Math.min(...values), Math.max(...values), TOP + HEIGHT - 8, TOP + 28);
  const grid = ticks(Math.min(...values), Math.max(...values)).flatMap((tick) => {
    const at = y(tick).toFixed(1);
    return [
      `<line class="grid" x1="${left + LEFT}" x2="${left + width - 12}" y1="${at}" y2="${at}"/>`,
      text(left + LEFT - 6, y(tick) + 4, valueLabel(tick), 'end'),
    ];
  });
  const below = withRoom([...new Set(ats)], x, atLabel).map((at) =>
    text(x(at), TOP + HEIGHT + 14, atLabel(at), 'middle'),
  );
  const lines = series.map(({ name, values: own }) => {
    const dots = own.map(({ at, value }) => ({ x: x(at).toFixed(1), y: y(value).toFixed(1) }));
    const color = `s${names.indexOf(name)}`;
    const line = `<polyline class="line ${color}" points="${dots.map((dot) => `${dot.x},${dot.y}`).join(' ')}"/>`;
    return line + dots.map((dot) => `<circle class="fill ${color}" cx="${dot.x}" cy="${dot.y}" r="3"/>`).join('');
  });
  return [text(left + LEFT, TOP + 12, title, 'title'), ...grid, ...below, ...lines].join('\n');
}

/** Of places on an axis, in ascending order, those whose labels have room; the last one always has. */
function withRoom(ats: readonly number[], x: (at: number) => number, label: (at: number) => string): readonly number[] {
  let free = Number.POSITIVE_INFINITY;
  return ats
    .toReversed()
    .filter((at) => {
      const half = label(at).length * 3.4;
      if (x(at) + half > free) return false;
      free = x(at) - half - 6;
      return true;
    })
    .toReversed();
}

function legend(names: readonly string[]): string {
  let x = GAP + LEFT;
  return names
    .map((name, index) => {
      const part = `<rect class="fill s${index}" x="${x}" y="17" width="14" height="14" rx="2"/>${text(x + 20, 29, name, '')}`;
      x += 44 + name.length * 6.6;
      return part;
    })
    .join('\n');
}

/** Maps a value to a coordinate by its logarithm. Where there is one value alone it stands at the end. */
function logScale(least: number, most: number, from: number, to: number): (value: number) => number {
  const span = Math.log(most / least);
  return (value) => (span === 0 ? to : from + (Math.log(value / least) / span) * (to - from));
}

/** Powers of ten between two values; once, twice and five times these where there are less than two. */
function ticks(least: number, most: number): readonly number[] {
  const from = Math.floor(Math.log10(least));
  const powers = Array.from({ length: Math.ceil(Math.log10(most)) - from + 1 }, (_, index) => 10 ** (from + index));
  const between = (all: readonly number[]) => all.filter((tick) => tick >= least && tick <= most);
  const whole = between(powers);
  return whole.length > 1 ? whole : between(powers.flatMap((power) => [power, 2 * power, 5 * power]));
}

/** Colours that differ in lightness too, for those who cannot tell them apart by hue. */
const style = `
svg { font: 12px system-ui, sans-serif; }
.ground { fill: #ffffff; stroke: #d0d7de; }
text { fill: #1f2328; }
.title { font-weight: 600; font-size: 13px; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: #d0d7de; }
.line { fill: none; stroke-width: 2; }
.s0 { --c: #1f4fd8; } .s1 { --c: #d9730d; } .s2 { --c: #0f8a5f; } .s3 { --c: #8e44ad; } .s4 { --c: #b8860b; } .s5 { --c: #7a7a7a; }
.fill { fill: var(--c); }
.line { stroke: var(--c); }
@media (prefers-color-scheme: dark) {
  .ground { fill: #0d1117; stroke: #30363d; }
  text { fill: #e6edf3; }
  .grid { stroke: #30363d; }
  .s0 { --c: #7aa2ff; } .s1 { --c: #ffab5e; } .s2 { --c: #4fd6a2; } .s3 { --c: #d2a8ff; } .s4 { --c: #e3b341; } .s5 { --c: #a0a0a0; }
}`;

function svg(title: string, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>${style}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>
${parts.join('\n')}
</svg>
`;
}

function text(x: number, y: number, content: string, kind: string): string {
  return `<text${kind === '' ? '' : ` class="${kind}"`} x="${x.toFixed(1)}" y="${y.toFixed(1)}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
