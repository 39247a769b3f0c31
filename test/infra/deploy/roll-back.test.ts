import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { templatesFor } from '../synthesize.ts';

/** The runbook's command for an environment that needs no settings; the runbook says to replace the name. */
function documentedCommand(environment: string): string[] {
  const section = readFileSync('docs/runbook.md', 'utf8').split('### Roll back a release\n')[1]!;
  const [, words] = /^npm run deploy -- (.+)$/m.exec(section)!;
  return words!.replaceAll('prod', environment).split(' ');
}

/** How the release's workflow packs what was synthesized. */
const packing = (): string =>
  /^ *- run: (tar .+)$/m.exec(readFileSync('.github/workflows/release.yml', 'utf8'))![1]!;

test("what a release has kept is deployed by the runbook's command, and nothing is synthesized again", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-roll-back-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const synthesized = join(folder, 'cdk.out', 'dev');
  mkdirSync(synthesized, { recursive: true });
  const { data, api } = templatesFor('dev');
  for (const [stack, template] of Object.entries({ data, api }))
    writeFileSync(
      join(synthesized, `Plotline-dev-${stack}.template.json`),
      JSON.stringify(template.toJSON()),
    );

  execFileSync('bash', ['-c', packing()], { cwd: folder });
  rmSync(join(folder, 'cdk.out'), { recursive: true });
  const [, , assembly] = documentedCommand('dev');
  const unpacked = join(folder, dirname(assembly!));
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', join(folder, 'assembly.tar.gz'), '-C', unpacked]);

  const log = join(folder, 'log');
  const outputs = JSON.stringify({ 'Plotline-dev-api': { BaseUrl: sharedService().baseUrl } });
  const cdk = `#!${process.execPath}
import { appendFileSync, writeFileSync } from 'node:fs';
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, words.join(' ') + '\\n');
if (words[0] === 'deploy') writeFileSync(words[words.indexOf('--outputs-file') + 1], ${JSON.stringify(outputs)});
`;
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'cdk'), cdk);
  writeFileSync(join(folder, 'aws'), '#!/bin/sh\n');
  for (const name of ['cdk', 'aws']) chmodSync(join(folder, name), 0o755);

  const words = documentedCommand('dev').map((word) => (word === assembly ? join(folder, word) : word));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['infra/deploy/main.ts', 'deploy', ...words, '--yes', '--wait', '0'],
    { env: { PATH: `${folder}${delimiter}${process.env['PATH']}` } },
  );
  expect(stdout).toContain('ok     /readiness');
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  expect(calls.map((call) => call.split(' ')[0])).toEqual(['diff', 'deploy']);
  expect(calls.filter((call) => !call.endsWith(`--app ${join(folder, assembly!)}`))).toEqual([]);
});
