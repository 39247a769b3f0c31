/** A column of a chart; null where nothing is known yet, or where there is no line. */
interface ChartDay {
  label: string;
  value: number | null;
  /** The position of a line next to the columns. */
  guide: number | null;
}

const ROWS = 10;
/** Eighths of a row. */
const BLOCKS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const COLUMNS_MAX = 96;

/** Draws columns by day with a line of dots, in characters: readable without colors, as wide as a terminal. */
export function dayChart(days: readonly ChartDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'There are no days to show yet.';
  const highest = Math.max(1, ...days.flatMap(({ value, guide }) => [value ?? 0, guide ?? 0]));
  const width = Math.max(1, Math.min(4, Math.floor(COLUMNS_MAX / days.length)));
  const margin = String(Math.round(highest)).length;
  const lines = Array.from({ length: ROWS }, (_, position) => {
    const row = ROWS - 1 - position;
    const label = row === ROWS - 1 ? String(Math.round(highest)) : row === 0 ? '0' : '';
    const cells = days.map((day) => cellOf(day, { row, highest }).repeat(width)).join('');
    return `${label.padStart(margin)} │${cells}`.trimEnd();
  });
  const axis = `${' '.repeat(margin)} └${'─'.repeat(width * days.length)}`;
  const gap = Math.max(1, width * days.length - first.label.length - last.label.length);
  const span = `${' '.repeat(margin + 2)}${first.label}${' '.repeat(gap)}${last.label}`;
  return [...lines, axis, span].join('\n');
}

function cellOf({ value, guide }: ChartDay, { row, highest }: { row: number; highest: number }): string {
  const filled = Math.round(Math.max(0, (value ?? 0) * ROWS * 8) / highest - row * 8);
  const block = BLOCKS[Math.min(8, Math.max(0, filled))]!;
  if (guide === null || Math.min(ROWS - 1, Math.floor((guide * ROWS) / highest)) !== row) return block;
  return block === ' ' ? '·' : block === '█' ? '▓' : block;
}
