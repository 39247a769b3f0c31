import type { FigureResults } from './figure-results.ts';

/** A row of the table in docs/figures.md. */
export interface Figure {
  what: string;
  target: string;
  /** The command that measures it, such as `npm run bench`. */
  command: string;
}

/** Returns the rows of the table of docs/figures.md; throws for a row that has other columns. */
export const figuresOf = (page: string): Figure[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (what |-)/.test(line))
    .map((line) => {
      const cells = line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim());
      const [what, target, command] = cells;
      if (cells.length !== 3 || !what || !target || !/^`.+`$/.test(command!))
        throw new Error(`This row needs what, target and command: ${line}`);
      return { what, target, command: command!.slice(1, -1) };
    });

/** Returns the table with what was measured, in Markdown, and below it the machines. */
export function renderFigures(figures: readonly Figure[], results: FigureResults): string {
  const rows = figures.map(({ what, target, command }) => {
    const result = results[command];
    const today = result ? `${result.today} (${result.date})` : 'not measured here';
    return [withoutLinks(what), withoutLinks(target), today, `\`${command}\``];
  });
  const measured = figures.flatMap(({ command }) => results[command]?.machine ?? []);
  const machines = [...new Set(measured)].map((machine) => `Measured on ${machine}.`);
  const table = [['what', 'target', 'today', 'command'], ['---', '---', '---', '---'], ...rows];
  return `${[table.map((row) => `| ${row.join(' | ')} |`).join('\n'), ...machines].join('\n\n')}\n`;
}

const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
