import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { consent } from '../support/oauth.ts';
import type { Browser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';

export const inspectorLauncher = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

interface Inspected {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the MCP Inspector's command line against an address. Where it asks its user to sign in, `browser` goes
 * there, consents, and goes where that leads.
 */
export async function inspect(address: string, parameters: string[], browser?: Browser): Promise<Inspected> {
  const home = mkdtempSync(join(tmpdir(), 'plotline-inspector-'));
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const child = spawn(
    process.execPath,
    [inspectorLauncher, '--cli', address, '--transport', 'http', '--callback-url', callback, ...parameters],
    {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        MCP_INSPECTOR_SECRET_STORE: 'memory',
        MCP_AUTO_OPEN_ENABLED: 'true',
      },
    },
  );
  const said = { stdout: '', stderr: '' };
  let walk: Promise<void> | undefined;
  const listen = (name: 'stdout' | 'stderr') => (chunk: Buffer) => {
    said[name] += chunk.toString();
    const [, url] = /(http:\/\/\S+\/oauth\/authorize\?\S+)\s/.exec(said[name]) ?? [];
    if (url && browser) walk ??= signIn(browser, url);
  };
  child.stdout.on('data', listen('stdout'));
  child.stderr.on('data', listen('stderr'));
  const code = await new Promise<number | null>((done) => void child.on('close', done));
  await walk;
  rmSync(home, { recursive: true, force: true });
  return { code, ...said };
}

async function signIn(browser: Browser, url: string): Promise<void> {
  const answer = await consent(browser, await browser.open(url));
  const redirect = new URL(url).searchParams.get('redirect_uri')!;
  await (await fetch(`${redirect}?${answer.toString()}`)).text();
}
