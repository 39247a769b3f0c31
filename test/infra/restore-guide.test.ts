import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { RemovalPolicy } from 'aws-cdk-lib';
import { expect, onTestFinished, test } from 'vitest';
import { environmentConfig } from '../../infra/config.ts';
import { presets } from '../../infra/presets.ts';

/** A version of a deleted file that says so, as S3 lists it. */
interface DeleteMarker {
  Key: string;
  VersionId: string;
  IsLatest: boolean;
  LastModified: string;
}

const guide = readFileSync('docs/operators.md', 'utf8');

/** The commands of the operator's guide that restore the files deleted since a time. */
function documentedCommands(): string {
  const [commands] = /^ *for prefix in attachments\/[^]*?^ *done$/m.exec(guide) ?? [];
  if (commands === undefined) throw new Error('docs/operators.md has no loop that restores files.');
  return commands;
}

/**
 * Stands in for aws, whose S3 keeps versions, unlike the local one. It prints the answer to the guide's query page by page, as
 * aws does: `None` for a page without markers.
 */
const awsOf = (markers: string, pageSize: number) => `#!${process.execPath}
import { readFileSync, writeFileSync } from 'node:fs';
const [service, verb, ...rest] = process.argv.slice(2);
const of = (name) => rest[rest.indexOf(name) + 1];
const file = ${JSON.stringify(markers)};
const all = JSON.parse(readFileSync(file, 'utf8'));
if (service !== 's3api' || of('--bucket') !== 'BUCKET') process.exit(252);
if (verb === 'list-object-versions' && of('--output') === 'text') {
  const query = /^DeleteMarkers\\[\\?IsLatest && LastModified>='([-0-9T:]+)'\\]\\.\\[Key, VersionId\\]$/.exec(of('--query'));
  if (!query) process.exit(252);
  const listed = all.filter(({ Key }) => Key.startsWith(of('--prefix')));
  for (let start = 0; start === 0 || start < listed.length; start += ${pageSize}) {
    const page = listed.slice(start, start + ${pageSize});
    const found = page.filter(({ IsLatest, LastModified }) => IsLatest && LastModified >= query[1]);
    if (page.length === 0) console.log('None');
    for (const { Key, VersionId } of found) console.log(Key + '\\t' + VersionId);
  }
} else if (verb === 'delete-object') {
  const left = all.filter(({ Key, VersionId }) => Key !== of('--key') || VersionId !== of('--version-id'));
  if (left.length !== all.length - 1) process.exit(254);
  writeFileSync(file, JSON.stringify(left));
} else process.exit(252);
`;

const marker = (Key: string, LastModified: string, IsLatest = true): DeleteMarker => ({
  Key,
  VersionId: `version of ${Key}`.replaceAll(' ', '-'),
  IsLatest,
  LastModified,
});

test('the commands of the guide bring back files that were deleted since, and no others, also a second time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-restored-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [aws, file] = [join(folder, 'aws'), join(folder, 'markers.json')];
  const remaining = [
    marker('attachments/before', '2026-11-20T09:29:59+00:00'),
    marker('attachments/uploaded-again', '2026-11-20T11:00:00+00:00', false),
    marker('uploads/unfinished', '2026-11-20T11:00:00+00:00'),
  ];
  const since = ['attachments/1', 'attachments/2', 'images/3'].map((key) =>
    marker(key, '2026-11-20T10:00:00+00:00'),
  );
  writeFileSync(file, JSON.stringify([...since, ...remaining]));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(aws, awsOf(file, 2));
  chmodSync(aws, 0o755);
  const env = { PATH: `${folder}${delimiter}${process.env['PATH']}` };
  for (const _ of ['first', 'second']) {
    const { status, stderr } = spawnSync('bash', ['--norc', '-e', '-c', documentedCommands()], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(remaining);
  }
});

test('the guide restores a table before it sets it up, and waits for what DynamoDB refuses to change meanwhile', () => {
  const restore = guide.slice(guide.indexOf('## Restore a backup'));
  const calls = [...restore.matchAll(/aws (dynamodb|backup) (?<call>[-a-z]+(?: table-exists)?)/g)];
  expect(calls.map(({ groups }) => groups!['call']).slice(-9)).toEqual([
    'restore-table-to-point-in-time',
    'list-recovery-points-by-backup-vault',
    'start-restore-job',
    'wait table-exists',
    'update-table',
    // Expiry cannot be switched on while the table is being updated.
    'wait table-exists',
    'update-time-to-live',
    'update-continuous-backups',
    'describe-table',
  ]);
});

test('the environment in which the guide practises a restore has what each step needs, or the guide says what it lacks', () => {
  const [paragraph, name, copy] = /^.*practise the steps.*npm run deploy -- (\w+) --copy (\w+)`.*$/m.exec(
    guide,
  )!;
  const { pointInTimeRecovery, backups, removalPolicy } = environmentConfig(name!, copy);
  expect(pointInTimeRecovery).toBe(true);
  // The old table, for the comparison.
  expect(removalPolicy === RemovalPolicy.RETAIN || paragraph.includes('step 5 deletes its old table')).toBe(
    true,
  );
  const [, withVault] = /From the vault of `(\w+)`/.exec(paragraph)!;
  expect([backups, presets[withVault as keyof typeof presets].backups]).toEqual([false, true]);
});
