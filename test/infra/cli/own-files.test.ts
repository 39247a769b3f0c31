import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { attachmentApi } from '../../attachments/attachment-api.ts';
import { newExportWorkspace } from '../../exports/export-workspace.ts';
import { sharedService } from '../../support/service.ts';
import { runCli } from './cli.ts';

test.each(['export', 'sync'])(
  'the files of %s are for their owner alone, also in a folder that all may read',
  async (command) => {
    const { workspace, team, admin, stories } = await newExportWorkspace();
    const story = await stories.create({ teamId: team.id });
    const file = await attachmentApi(workspace, admin.client).attach(story, 'hello', { name: 'a.txt' });
    const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    const env = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: admin.token };
    const args = command === 'export' ? [folder, '--csv'] : [folder, '--once'];
    const modes = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).mode & 0o777]);
    const others = () => modes().filter(([, mode]) => mode !== 0o600);
    const run = async () => {
      const { code, stderr } = await runCli([command, ...args], env);
      expect(code, stderr).toBe(0);
      expect(modes().length).toBeGreaterThan(2);
      expect(others()).toEqual([]);
    };
    await run();
    // Another release left some that others may read.
    for (const [name] of modes())
      if (name !== `${file.id} a.txt`) chmodSync(join(folder, String(name)), 0o644);
    if (command === 'export') mkdirSync(join(folder, 'files'), { recursive: true });
    chmodSync(folder, 0o755);
    // A process was killed as it wrote a kind that has nothing new now.
    for (const name of ['stories.jsonl.tmp', 'sprints.jsonl.tmp'])
      writeFileSync(join(folder, name), 'x', { mode: 0o644 });
    await stories.create({ teamId: team.id });
    await run();
    const folders = command === 'export' ? [folder, join(folder, 'files')] : [folder];
    for (const one of folders) expect(statSync(one).mode & 0o777).toBe(0o700);
  },
);
