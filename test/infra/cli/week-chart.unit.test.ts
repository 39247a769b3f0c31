import { expect, test } from 'vitest';
import { weekChart } from '../../../cli/core/week-chart.ts';
import { drawnWeek } from '../../schedule/drawn-week.ts';

test('a block that is too short for its reference has its number, and one too short for that a mark', () => {
  const [monday, ...others] = drawnWeek.days;
  const blockAt = (start: number, minutes: number) => ({
    ...monday!.blocks[0]!,
    start,
    end: start + minutes,
    reference: 'ENG-12',
    isLate: false,
  });
  const blocks = [blockAt(540, 80), blockAt(630, 50), blockAt(690, 10)];
  const [, line] = weekChart({ ...drawnWeek, days: [{ ...monday!, blocks }, ...others] }).split('\n');
  // Ten minutes to the character: what is left between them is working time.
  expect(line).toMatch(/^Mon 23 {2}\[ENG-12\]·\[12 \]·#·/);
});
