import type { FigureResults } from './figure-results.ts';
import type { Figure } from './figure-targets.ts';

/** Returns the table with what was measured, in Markdown, and below it the machines. */
export function renderFigures(figures: readonly Figure[], results: FigureResults): string {
  const rows = figures.map(({ what, target, command }) => {
    const result = results[command];
    const today = result ? `${result.today} (${result.date})` : 'not measured here';
    return [what, target, today, `\`${command}\``];
  });
  const measured = figures.flatMap(({ command }) => results[command]?.machine ?? []);
  const machines = [...new Set(measured)].map((machine) => `Measured on ${machine}.`);
  const table = [['what', 'target', 'today', 'command'], ['---', '---', '---', '---'], ...rows];
  return `${[table.map((row) => `| ${row.join(' | ')} |`).join('\n'), ...machines].join('\n\n')}\n`;
}
