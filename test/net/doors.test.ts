import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { authority, writing } from './meeting.ts';
import { startReceiver } from './receiver.ts';

const folder = fileURLToPath(new URL('../../shared/kernel/net/', import.meta.url));

let bundle: string;
let inputs: string[];
let builtins: string[];
beforeAll(async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: [`${folder}public-request.ts`],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'out',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  bundle = outputFiles[0]!.text;
  inputs = Object.keys(metafile.inputs);
  builtins = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
});

describe('the bundle of the folder for outgoing requests', () => {
  test('has no code but that of this folder, and of Node only what asks name servers and speaks HTTPS', () => {
    expect(inputs.every((path) => /^[a-z-]+\.ts$/.test(path))).toBe(true);
    expect(builtins.sort()).toEqual(['node:dns/promises', 'node:https', 'node:net', 'node:tls']);
    expect(
      [...bundle.matchAll(/import ?{([^}]*)} ?from ?"(node:[^"]+)"/g)]
        .map(([, names]) => names!.trim())
        .sort(),
    ).toEqual(['BlockList,isIPv4,isIPv6', 'Resolver', 'connect', 'request as startRequest']);
  });

  test('has no way around it, and no switch in the environment', () => {
    expect(bundle).not.toMatch(
      /\b(process|globalThis|global|require|eval|Function|fetch|WebSocket|EventSource|lookup)\b|\bimport\s*\(/,
    );
  });

  test('stays small', () => {
    expect(bundle.length).toBeLessThan(12_000);
  });

  test('can be replaced before it is loaded by a stand-in for the outside network', async () => {
    const receiver = await startReceiver(
      writing('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'),
      await authority.issue('anything.example.com'),
    );
    onTestFinished(receiver.stop);
    const home = await mkdtemp(join(tmpdir(), 'plotline-net-'));
    onTestFinished(() => rm(home, { recursive: true }));
    const file = join(home, 'index.mjs');
    await writeFile(file, bundle);
    const worker = new Worker(new URL('stand-in-worker.ts', import.meta.url), {
      workerData: { bundle: file, port: receiver.port },
    });
    const [outcomes] = (await once(worker, 'message')) as [unknown];
    expect(outcomes).toEqual({ known: 'hello', unknown: 'unresolvable' });
    expect(receiver.heads[0]).toContain('Host: inbox.plotline.test');
  });
});
