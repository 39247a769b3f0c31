import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { connectUser } from '../support/connect.ts';
import { freePort } from '../support/free-port.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { inspectorLauncher } from '../mcp/inspector.ts';
import { newMcpWorkspace } from '../mcp/mcp-workspace.ts';

const { person } = await newMcpWorkspace();
const home = mkdtempSync(join(tmpdir(), 'plotline-inspector-web-'));
const started: ChildProcess[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  for (const child of started) child.kill();
  rmSync(home, { recursive: true, force: true });
});

/** Starts the web pages of the Inspector for the service, on the wire of an era; returns their address. */
async function startInspector(era: string): Promise<string> {
  const { token } = await connectUser(person);
  const address = `${sharedService().baseUrl}/mcp`;
  const header = `Authorization: Bearer ${token}`;
  const options = ['--transport', 'http', '--header', header, '--protocol-era', era];
  const child = spawn(process.execPath, [inspectorLauncher, '--web', address, ...options], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      CLIENT_PORT: String(await freePort()),
      MCP_SANDBOX_PORT: String(await freePort()),
      MCP_AUTO_OPEN_ENABLED: 'false',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    },
  });
  started.push(child);
  let printed = '';
  return await new Promise((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/?\?MCP_INSPECTOR_API_TOKEN=\w+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The Inspector ended: ${printed}`)));
  });
}

/** Opens a pane, again until it shows something, since a busy page loses clicks; and waits for each text. */
async function showsIn(page: Page, pane: string, texts: readonly string[]): Promise<void> {
  const shown = (text: string) => page.getByText(text, { exact: true }).first();
  await until(async () => {
    await shown(pane).click({ force: true });
    return await shown(texts[0]!)
      .waitFor({ timeout: 3_000 })
      .then(() => true)
      .catch(() => false);
  });
  for (const text of texts) await shown(text).waitFor();
}

test.each(['legacy', 'modern'])(
  'the Inspector’s web pages connect and show tools, apps, skills, resources and prompts (%s)',
  async (era) => {
    const page = await browser.newPage({ viewport: { width: 1_400, height: 1_000 } });
    // How long it takes is never what this is about.
    page.setDefaultTimeout(280_000);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto(await startInspector(era));
    const connects = page.locator('[role=switch]').first();
    await until(async () => {
      if (!(await connects.isChecked())) await connects.click({ force: true });
      return await page.getByText('Connected', { exact: true }).isVisible();
    });
    await showsIn(page, 'Tools', ['Tools (25)', 'list_stories', 'manage_setup']);
    await showsIn(page, 'Apps', ['MCP Apps (3)', 'List stories', 'List objectives', 'Analyze a sprint']);
    await showsIn(page, 'Skills', ['skill://plotline/triage/SKILL.md', '4 skill(s) over 1 page(s)']);
    await showsIn(page, 'Resources', ['URIs (7)', 'Board', 'Templates (4)']);
    await showsIn(page, 'Prompts', ['Prompts (3)', 'Weekly report']);
    expect(failures).toEqual([]);
    await page.close();
  },
);
