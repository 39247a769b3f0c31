import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signedIn } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const suite = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
);

test('the official conformance suite finds the authorization server right, 3 of 3', async () => {
  const { baseUrl } = sharedService();
  const workspace = await newWorkspace();
  const browser = await signedIn({ baseUrl }, workspace, await workspace.person('member'));
  const port = await freePort();
  const callback = `http://127.0.0.1:${port}/callback`;
  const client = await oauthApi(baseUrl).client(callback, 'Conformance');
  const folder = mkdtempSync(join(tmpdir(), 'plotline-conformance-'));
  const address = ['--url', baseUrl, '--resource', `${baseUrl}/mcp`, '--client-id', client.id];
  const child = spawn(
    process.execPath,
    [suite, 'authorization', ...address, '-p', String(port), '-o', folder],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  let output = '';
  const asked = new Promise<string>((found) => {
    const look = (chunk: Buffer) => {
      output += chunk.toString();
      const [url] = /http\S+\/oauth\/authorize\?\S+/.exec(output) ?? [];
      if (url) found(url);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const authorized = asked.then(async (url) => {
    const page = await browser.open(url);
    const { url: answer } = await browser.submit(page, '/oauth/authorize', { decision: 'allow' });
    await fetch(answer);
  });
  await Promise.race([authorized, ended]);
  expect(await ended, output).toBe(0);
  expect(output).toContain('Total: 3 passed, 0 failed');
});
