import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Catalog } from '../../../cli/import/catalog.ts';
import { prepareImport } from '../../../cli/import/prepare.ts';
import { readFile } from '../../../cli/import/read-file.ts';
import type { Status } from '../../../shared/identity/status/status.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { temporaryFile } from './entries-of.ts';

const ROWS = 20_000;
/** With the texts of a row, of which there are about 400 bytes. */
const BYTES_PER_ROW = 900;

const team = {
  id: '019c0000-0000-7000-8000-000000000001',
  code: 'ENG',
  name: 'Engine',
  workspaceId: '019c0000-0000-7000-8000-000000000002',
  estimateScheme: 'points',
} as Team;
const status = { id: '019c0000-0000-7000-8000-000000000003', name: 'Done', category: 'completed' } as Status;
const catalog = {
  workspaceId: team.workspaceId,
  teams: [team],
  joinable: [],
  statuses: new Map([[team.id, [status]]]),
  members: [],
  teamMembers: new Map(),
  labels: [],
  sprints: [],
  objectives: [],
  customFields: new Map(),
  importsHistory: true,
  trustedNames: new Set<string>(),
} as unknown as Catalog;

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('an import keeps little more of a row than its texts until it is sent', () => {
  const row = (number: number) =>
    `${number},Title ${number},"${`words ${number} `.repeat(25)}",Done,High,2026-03-02T10:00:00Z,2026-03-05T10:00:00Z`;
  const file = temporaryFile(
    'rows.csv',
    `ID,Title,Description,State,Priority,Created,Closed\n${Array.from({ length: ROWS }, (_, at) => row(at)).join('\n')}`,
  );
  const options = {
    list: [],
    map: ['team="ENG"'],
    statusMap: [],
    priorityMap: [],
    create: [],
    concurrency: 1,
  };
  const before = usedHeap();
  const zone = { timeZone: undefined, notes: [] };
  const { entries } = readFile(file, options, { people: undefined, zone, workbook: undefined });
  const rules = { importName: 'rows', statusMap: new Map(), allowed: new Set<never>(), strict: false };
  const prepared = prepareImport(entries, catalog, rules);
  const perRow = (usedHeap() - before) / ROWS;
  expect(prepared.rows.at(-1)!.story).toMatchObject({ title: `Title ${ROWS - 1}`, statusId: status.id });
  expect(perRow).toBeLessThan(BYTES_PER_ROW);
});
