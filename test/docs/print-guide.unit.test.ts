import { expect, test, vi } from 'vitest';
import { printGuide } from '../../infra/local/demo/print-guide.ts';

/** The lines that `npm start` prints. */
function printedLines(): string[] {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const user = { email: 'max@example.com', password: 'a password' };
  const team = { id: 'team', name: 'Engineering', code: 'ENG' };
  printGuide(
    {
      baseUrl: 'http://127.0.0.1:3000',
      teams: [team],
      restrictedTeamId: team.id,
      user,
      portalSlug: 'acme',
    } as never,
    '/tmp/plotline',
  );
  const [[printed] = ['']] = write.mock.calls;
  write.mockRestore();
  return String(printed)
    .split('\n')
    .map((line) => line.trim());
}

test('what npm start prints can be pasted into a shell that takes comments for commands', () => {
  const lines = printedLines();
  const comments = lines.filter((line) => line.includes('# '));
  expect(comments.length).toBeGreaterThan(8);
  expect(comments.filter((line) => /[;()]/.test(line))).toEqual([]);
  expect(lines.indexOf('setopt interactivecomments 2>/dev/null || true')).toBeLessThan(
    lines.indexOf(comments[0]!),
  );
});

test('the command line is called in a way that works in the folder of another user', () => {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(12_345);
  const lines = printedLines();
  getuid.mockRestore();
  expect(lines).toContain('node cli/plotline.mjs --help');
  expect(lines).not.toContain('npx plotline --help');
  expect(printedLines()).toContain('npx plotline --help');
});
