import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectUser } from '../support/connect.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { startBearerProxy } from './bearer-proxy.ts';

/** The official suite; it cannot send a bearer token, so a proxy adds one. */
const suite = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);
const baseline = resolve(import.meta.dirname, 'conformance-baseline.yml');

let proxy: Awaited<ReturnType<typeof startBearerProxy>>;
let output: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  const person = await workspace.person('member', [await workspace.team()]);
  proxy = await startBearerProxy(sharedService().baseUrl, (await connectUser(person)).token);
  output = mkdtempSync(join(tmpdir(), 'plotline-conformance-'));
});
afterAll(async () => {
  rmSync(output, { recursive: true, force: true });
  await proxy.stop();
});

interface Check {
  id: string;
  status: string;
}

/** Runs scenarios; throws where the suite finds a failure that the baseline does not have. Gives what it checked. */
async function run(name: string, ...parameters: string[]): Promise<Record<string, Check[]>> {
  const folder = join(output, name);
  const all = ['server', '--url', `${proxy.baseUrl}/mcp`, '-o', folder, ...parameters];
  await promisify(execFile)(process.execPath, [suite, ...all], { maxBuffer: 2 ** 26 }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`, { cause: error });
  });
  const files = globSync('*/checks.json', { cwd: folder });
  return Object.fromEntries(
    files.map((file) => [
      basename(dirname(file)).replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1'),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[],
    ]),
  );
}

/** Ids of the checks that passed in a scenario, which must have checked something. */
function passed(checks: Check[] | undefined): string[] {
  const ids = (checks ?? []).filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  return ids;
}

describe('the official conformance suite finds no fault with', () => {
  test('the requirements of revision 2025-11-25', async () => {
    const scenarios = await run('2025', '--requirements', '2025-11-25', '--expected-failures', baseline);
    for (const name of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
      expect(passed(scenarios[name])).not.toEqual([]);
    }
    expect(passed(scenarios['tools-list'])).toContain('wire-schema-valid');
  });

  test('the requirements of revision 2026-07-28', async () => {
    const scenarios = await run('2026', '--requirements', '2026-07-28', '--expected-failures', baseline);
    for (const name of ['tools-list', 'dns-rebinding-protection', 'sep-2164-resource-not-found', 'caching']) {
      expect(passed(scenarios[name])).not.toEqual([]);
    }
    expect(passed(scenarios['tools-list'])).toContain('wire-schema-valid');
    expect(new Set(passed(scenarios['server-stateless'])).size).toBeGreaterThanOrEqual(20);
    for (const name of ['unsupported-methods', 'validate-input']) {
      expect(passed(scenarios[`input-required-result-${name}`])).not.toEqual([]);
    }
  });

  test('the headers of revision 2026-07-28, which it does not score yet', async () => {
    const parameters = ['--spec-version', '2026-07-28', '--scenario', 'http-header-validation'];
    const scenarios = await run('headers', ...parameters);
    expect(passed(scenarios['http-header-validation'])).toHaveLength(14);
  });

  test.each([
    ['enumeration', 30],
    ['manifest', 5],
  ])('the %s of skills, which no revision has but the extension', async (part, least) => {
    const scenario = `sep-2640-skills-${part}`;
    const scenarios = await run(scenario, '--scenario', scenario);
    expect(passed(scenarios[scenario]).length).toBeGreaterThanOrEqual(least);
  });

  test.each(['server-initialize', 'ping', 'tools-list'])(
    'the scenario %s of revision 2025-06-18',
    async (name) => {
      const scenarios = await run(`2025-06-18-${name}`, '--spec-version', '2025-06-18', '--scenario', name);
      expect(passed(scenarios[name])).not.toEqual([]);
    },
  );
});
