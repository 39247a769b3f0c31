import { styleText } from 'node:util';
import { renderTable } from '../../cli/core/output.ts';
import type { ColdStarts } from './cold.ts';
import type { Results } from './run.ts';
import { operationNames, type OperationName } from './requests.ts';
import { sum } from './statistics.ts';

/** What the ratio is to be at least, at this many connections. */
const TARGET_CONNECTIONS = 16;
const targets: Partial<Record<OperationName, number>> = { get: 0.7, list: 0.65, create: 0.6 };

/** How long the import of a function takes at most, as a multiple of a module that only loads the SDK's client. */
const IMPORT_RATIO_MAX = 1.25;

interface Section {
  title: string;
  /** What the figures mean. */
  note: string;
  headings: string[];
  rows: string[][];
}

/** The results as a terminal shows them. */
export function renderForTerminal(results: Results, stream: NodeJS.WriteStream): string {
  const style = (format: Parameters<typeof styleText>[0], text: string) =>
    styleText(format, text, { stream });
  const colored = (cell: string) =>
    cell.endsWith(' met') ? style('green', cell) : cell.endsWith(' missed') ? style('red', cell) : cell;
  const parts = sections(results).map(({ title, note, headings, rows }) => {
    const table = renderTable(
      headings,
      rows.map((row) => row.map(colored)),
      stream,
    );
    return `${style('bold', title)}\n${table}\n${style('dim', note)}`;
  });
  return `${[summary(results), ...parts].join('\n\n')}\n`;
}

/** The same as Markdown. */
export function renderMarkdown(results: Results): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const parts = sections(results).map(({ title, note, headings, rows }) => {
    const rule = headings.map((_, column) => (column === 0 ? '---' : '---:'));
    const table = [line(headings), line(rule), ...rows.map(line)].join('\n');
    return `**${title}**\n\n${table}\n\n${note}`;
  });
  return `${[summary(results), ...parts].join('\n\n')}\n`;
}

function summary({ machine, plan, measurements }: Results): string {
  const { cores, model, node, load, inUse } = machine;
  const others = sum(measurements.map((one) => one.others)) / sum(measurements.map(({ ms }) => ms * cores));
  return (
    `${cores} cores (${model}), Node.js ${node}. Before the run the load was ${load.toFixed(2)} and ` +
    `${percent(inUse)} of the CPU was in use; during it other processes took ${percent(others)}. ` +
    `Bare loop and service took turns in ${plan.rounds} rounds of ${plan.sliceMs / 1_000} s each.`
  );
}

function sections(results: Results): Section[] {
  return [throughput(results), cost(results), cpu(results)];
}

function throughput({ measurements }: Results): Section {
  return {
    title: 'Throughput',
    note:
      'Ratio: requests of the service for each turn of a loop that makes the same DynamoDB calls with the SDK and ' +
      'nothing else, in one process, at the same concurrency; median, lowest and highest of the rounds.',
    headings: [
      '',
      'connections',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'bare loop/s',
      'ratio',
      'range',
      'target',
    ],
    rows: measurements.map(({ operation, connections, perSecond, p50, p99, barePerSecond, ratio }) => [
      operation,
      String(connections),
      perSecond.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      barePerSecond.toFixed(0),
      ratio.median.toFixed(2),
      `${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)}`,
      connections === TARGET_CONNECTIONS ? verdictOf(ratio.median, targets[operation]) : '',
    ]),
  };
}

const verdictOf = (ratio: number, target: number | undefined): string =>
  target === undefined ? '' : `≥ ${target} ${ratio >= target ? 'met' : 'missed'}`;

function cost({ costs }: Results): Section {
  return {
    title: 'DynamoDB per call',
    note: 'Counted at a proxy in a pass of its own, with stories of 1 KB; a list is one page of 50 of one team.',
    headings: ['', 'round trips', 'read units', 'write units', 'commands'],
    rows: operationNames.map((operation) => {
      const { roundTrips, readUnits, writeUnits, commands } = costs[operation];
      return [operation, ...[roundTrips, readUnits, writeUnits].map(String), commands.join(', ')];
    }),
  };
}

function cpu({ measurements }: Results): Section {
  const figure = (ms: number) => ms.toFixed(2);
  return {
    title: 'CPU per request, ms',
    note:
      'Of all threads of each process. Writes come back to the service through the stream, those of the bare ' +
      'loop too: what the service does about them is in its own CPU, and for the loop stands in the last column.',
    headings: [
      '',
      'connections',
      'service',
      'engine',
      'load generator',
      'bare loop',
      'its engine',
      'its stream',
    ],
    rows: measurements.map(({ operation, connections, cpu: of }) => [
      operation,
      String(connections),
      ...[of.service, of.engine, of.load, of.bare, of.bareEngine, of.bareStream].map(figure),
    ]),
  };
}

function bundles({ bundles: all }: Pick<ColdStarts, 'bundles'>): Section {
  return {
    title: 'Functions',
    note:
      'Minified code without source maps in KB of 1,000 bytes, and the time of an import in a fresh process, beside that ' +
      "of a module that loads the SDK's client and nothing else, bundled likewise; they take turns, medians.",
    headings: ['', 'KB', 'KB at import', 'KB when needed', 'import ms', 'bare handler ms', 'ratio', 'target'],
    rows: all.map(({ name, bytes, bytesAtImport, importMs, bareMs }) => [
      name,
      ...[bytes, bytesAtImport, bytes - bytesAtImport].map(kilobytes),
      importMs.toFixed(1),
      bareMs.toFixed(1),
      (importMs / bareMs).toFixed(2),
      `≤ ${IMPORT_RATIO_MAX} ${importMs / bareMs <= IMPORT_RATIO_MAX ? 'met' : 'missed'}`,
    ]),
  };
}

/** The tables of cold starts alone. */
export function renderCold(
  { bundles: measured, parts, firstRequests }: ColdStarts,
  stream: NodeJS.WriteStream,
): string {
  const { headings, rows, note } = bundles({ bundles: measured });
  const partRows = parts.map(({ name, bytes, ms }) => [
    name,
    bytes === null ? '' : kilobytes(bytes),
    ms === null ? '' : ms.toFixed(1),
  ]);
  const inParts = renderTable(['read at import', 'KB', 'ms'], partRows, stream);
  const firstRows = firstRequests.map(({ operation, handler, bare }) => [
    operation,
    ...[handler.ms, bare.ms].map((ms) => ms.toFixed(1)),
    (handler.ms / bare.ms).toFixed(2),
    ...[handler.cpuMs, bare.cpuMs].map((ms) => ms.toFixed(1)),
    (handler.cpuMs / bare.cpuMs).toFixed(2),
  ]);
  const first = renderTable(
    ['import and first request', 'ms', 'bare handler ms', 'ratio', 'CPU ms', 'bare handler CPU ms', 'ratio'],
    firstRows,
    stream,
  );
  return `${[`${renderTable(headings, rows, stream)}\n${note}`, inParts, first].join('\n\n')}\n`;
}

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(0);
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
